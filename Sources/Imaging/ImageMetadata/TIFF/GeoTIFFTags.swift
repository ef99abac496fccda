/// The stored tags of a TIFF page for its georeference (OGC GeoTIFF 1.1, 19-008r4), and GDAL's value of invalid pixels.
///
/// They are copied to a TIFF of the same pixels without interpretation, so that no coordinate reference system gets lost.
package struct GeoTIFFTags: Hashable, Sendable {
    /// The GeoKeyDirectory, 16-bit numbers; empty if there is none.
    package var keys: [Int] = []
    /// The floating-point numbers that keys refer to.
    package var doubles: [Double] = []
    /// The texts that keys refer to, by their positions in UTF-8.
    package var texts = ""
    /// The ModelPixelScale: the size of a pixel in three directions.
    package var pixelScale: [Double] = []
    /// The ModelTiepoints: six numbers for each.
    package var tiepoints: [Double] = []
    /// The ModelTransformation: a matrix of 4×4 numbers, row by row.
    package var transformation: [Double] = []
    /// GDAL's value of invalid pixels, as text (`GDAL_NODATA`); nil if all pixels are valid.
    package var nodata: String?
    /// The bits of a sample, if samples are delivered as stored; else nil.
    ///
    /// This is the case for unsigned integers of gray, RGB or YCbCr without a range of their own. For other samples, ``nodata``
    /// says nothing about delivered pixels.
    package var unscaledBits: Int?

    /// The most numbers of a tag, the limit of `TIFFDirectory.values`: 170 tie points.
    package static let numberLimit = 1024

    /// Creates an empty set of tags.
    package init() {}

    /// Reads the tags of a page.
    ///
    /// - Returns: nil if there are no tags, or more numbers than ``numberLimit``.
    package init?(_ directory: TIFFDirectory) {
        let tags: [TIFFTag] = [
            .geoKeyDirectory, .geoDoubleParameters, .modelPixelScale, .modelTiepoint, .modelTransformation,
        ]
        guard tags.allSatisfy({ directory.length(of: $0) ?? 0 <= Self.numberLimit }) else { return nil }
        keys = directory.values(.geoKeyDirectory).compactMap { Int(exactly: $0) }
        doubles = directory.values(.geoDoubleParameters)
        texts = ((try? directory.text(.geoTextParameters)) ?? nil) ?? ""
        pixelScale = directory.values(.modelPixelScale)
        tiepoints = directory.values(.modelTiepoint)
        transformation = directory.values(.modelTransformation)
        nodata = (try? directory.text(.gdalNodata)) ?? nil
        let unscaled: [Int?] = [TIFFPhotometric.blackIsZero, .rgb, .yCbCr].map(\.rawValue)
        if directory.values(.sampleFormat).allSatisfy({ $0 == 1 }), !directory.has(.sMaxSampleValue),
            unscaled.contains(directory.integer(.photometric))
        {
            unscaledBits = directory.integer(.bitsPerSample) ?? 1
        }
        guard hasPlace || nodata != nil else { return nil }
    }

    /// True when the tags state the position of pixels; keys alone do not.
    package var hasPlace: Bool { !tiepoints.isEmpty || !transformation.isEmpty }

    /// Removes everything except the value of invalid pixels.
    package mutating func removePlace() {
        let nodata = nodata
        self = GeoTIFFTags()
        self.nodata = nodata
    }

    /// Writes the tags.
    package func write(to directory: inout TIFFDirectoryBuilder) {
        func set(_ tag: TIFFTag, _ numbers: [Double]) {
            if !numbers.isEmpty { directory[tag] = .doubles(numbers) }
        }
        if !keys.isEmpty { directory[.geoKeyDirectory] = .shorts(keys) }
        set(.geoDoubleParameters, doubles)
        if !texts.isEmpty { directory[.geoTextParameters] = .text(texts) }
        set(.modelPixelScale, pixelScale)
        set(.modelTiepoint, tiepoints)
        set(.modelTransformation, transformation)
        if let nodata { directory[.gdalNodata] = .text(nodata) }
    }
}
