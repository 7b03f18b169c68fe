/// A part of a tree as it looks beside another tree.
enum FrontierNode {
    /// A node that both trees have, with everything below it. It is not read.
    case shared(TreeBranch)
    /// A node that only this tree has; where the outline is complete, a leaf.
    case own(TreeBranch)
}
