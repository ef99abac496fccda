public import ImageCodecs
public import ImageSources

/// Opens the images of a list as one image, which delivers its rows once from top to bottom.
///
/// ```swift
/// let mosaic = try openMosaic(MosaicList("scans.json"))
/// print(mosaic.info.size)
/// ```
///
/// The headers of all images are read, and each image is opened while its rows are needed.
///
/// - Parameters:
///   - list: the list, in JSON or as a VRT of GDAL.
///   - options: the options for reading the images.
/// - Returns: the mosaic.
/// - Throws: `CodecError` that names the list, or its image, that cannot be read.
public func openMosaic(_ list: MosaicList, options: DecodeOptions = DecodeOptions()) throws -> any ImageSource {
    try MosaicInput.list(list).open(options)
}

/// Opens georeferenced images as one image.
///
/// It has the coordinate reference system and the pixels of the first one; images in other systems are warped.
///
/// - Parameters:
///   - images: the paths; later ones lie on top of earlier ones, and none of them is a list.
///   - options: the options for reading the images.
/// - Returns: the mosaic.
/// - Throws: `CodecError` that names the image that cannot be read or has no place on the Earth.
public func openMosaic(joining images: [String], options: DecodeOptions = DecodeOptions()) throws -> any ImageSource {
    try MosaicInput.images(images).open(options)
}
