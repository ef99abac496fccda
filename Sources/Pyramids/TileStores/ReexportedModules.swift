/// Most descriptors of pyramids are XML: what reads them reads other XML, too.
@_exported public import XMLDocuments
