/// What an image source, its pixels and its errors are belongs to ``ImageCodecs``' interface, wherever it is declared:
/// one import is enough to open, decode and encode images.
@_exported public import ImageMetadata
@_exported public import ImageSources
