/// The TIFF tags that are read or written (TIFF 6.0 and later registrations).
package enum TIFFTag: Int, Sendable {
    case newSubfileType = 254
    case imageWidth = 256
    case imageLength = 257
    case bitsPerSample = 258
    case compression = 259
    case photometric = 262
    case fillOrder = 266
    case imageDescription = 270
    case make = 271
    case model = 272
    case stripOffsets = 273
    case orientation = 274
    case samplesPerPixel = 277
    case rowsPerStrip = 278
    case stripByteCounts = 279
    case xResolution = 282
    case yResolution = 283
    case planarConfiguration = 284
    case resolutionUnit = 296
    case software = 305
    case dateTime = 306
    case artist = 315
    case predictor = 317
    case tileWidth = 322
    case tileLength = 323
    case tileOffsets = 324
    case tileByteCounts = 325
    case subIFDs = 330
    case extraSamples = 338
    case sampleFormat = 339
    case sMinSampleValue = 340
    case sMaxSampleValue = 341
    case jpegTables = 347
    case yCbCrSubSampling = 530
    case referenceBlackWhite = 532
    case imageDepth = 32997
    case tileDepth = 32998
    case copyright = 33432
    case exposureTime = 33434
    case fNumber = 33437
    case modelPixelScale = 33550
    case modelTiepoint = 33922
    case modelTransformation = 34264
    case iccProfile = 34675
    case exifDirectory = 34665
    case geoKeyDirectory = 34735
    case geoDoubleParameters = 34736
    case geoTextParameters = 34737
    case gpsDirectory = 34853
    case isoSpeed = 34855
    case dateTimeOriginal = 36867
    case focalLength = 37386
    case colorSpace = 40961
    case interoperabilityDirectory = 40965
    case lensModel = 42036
    /// Further metadata of GDAL, as XML (GDAL_METADATA).
    case gdalMetadata = 42112
    /// The value of invalid pixels, as text (GDAL_NODATA).
    case gdalNodata = 42113
    /// The sizes of the parts of ImageJ's binary metadata (IJMetadataByteCounts).
    case imageJMetadataByteCounts = 50838
    /// ImageJ's binary metadata (IJMetadata).
    case imageJMetadata = 50839
    // The tags of the directory with the position.
    case gpsLatitudeReference = 1
    case gpsLatitude = 2
    case gpsLongitudeReference = 3
    case gpsLongitude = 4

    /// Of the interoperability directory of EXIF.
    static let interoperabilityIndex = gpsLatitudeReference
}

/// The compression of strips or tiles.
package enum TIFFCompression: Int, Sendable {
    case none = 1
    case lzw = 5
    case jpeg = 7
    case deflate = 8
    case oldDeflate = 32946
    case zstd = 50000
    case webP = 50001
}

/// The color space of samples.
package enum TIFFPhotometric: Int, Sendable {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    case yCbCr = 6
}
