/// The interface of ``TileStores`` has the errors and options of containers, and most descriptors are XML.
@_exported public import TileContainers
@_exported public import XMLDocuments
