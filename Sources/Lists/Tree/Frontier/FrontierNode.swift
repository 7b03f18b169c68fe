/// A node of a frontier.
struct FrontierNode {
    let branch: TreeBranch
    /// Whether both trees have it, with everything below it: it is not read. Where the frontier is complete, any other is a leaf.
    var isShared = false
}
