/// A node of a frontier.
enum FrontierNode {
    /// A node that both trees have, with everything below it. It is not read.
    case shared(TreeBranch)
    /// A node that only this tree has; where the frontier is complete, a leaf.
    case own(TreeBranch)
}
