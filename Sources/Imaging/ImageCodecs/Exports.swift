/// The interface of ``ImageCodecs`` includes the types of image sources, pixels and errors that other modules declare: one
/// import is enough to open, decode and encode images.
@_exported public import ImageMetadata
@_exported public import ImageSources
