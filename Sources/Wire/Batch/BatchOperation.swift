public import Lists

/// One operation of a batch, as its body has it. Names mean what they do in the batch's version; places count when its turn comes.
public enum BatchOperation: Sendable {
    case insertItems(ItemInsertion, into: SectionReference)
    case changeItem(ItemReference, ValueChange, type: TypeChoice)
    case deleteItem(ItemReference)
    case moveItem(ItemReference, to: BodyPlace<IndexPath, ItemReference>)
    case insertSection(SectionInsertion)
    case updateSection(SectionReference, SectionPatch)
    case moveSection(SectionReference, to: BodyPlace<Int, SectionReference>)
    case deleteSection(SectionReference)
}
