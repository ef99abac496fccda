/// The TIFF tags that are read or written (TIFF 6.0 and later registrations).
enum TIFFTag: Int, Sendable {
    case newSubfileType = 254
    case imageWidth = 256
    case imageLength = 257
    case bitsPerSample = 258
    case compression = 259
    case photometric = 262
    case imageDescription = 270
    case make = 271
    case model = 272
    case orientation = 274
    case samplesPerPixel = 277
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
    case jpegTables = 347
    case yCbCrSubSampling = 530
    case referenceBlackWhite = 532
    case copyright = 33432
    case modelPixelScale = 33550
    case modelTiepoint = 33922
    case iccProfile = 34675
    case geoKeyDirectory = 34735
}

/// The compression of tiles.
enum TIFFCompression: Int, Sendable {
    case none = 1
    case lzw = 5
    case jpeg = 7
    case deflate = 8
    case oldDeflate = 32946
    case zstd = 50000
    case webP = 50001
}

/// The color space of samples.
enum TIFFPhotometric: Int, Sendable {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    case yCbCr = 6
}
