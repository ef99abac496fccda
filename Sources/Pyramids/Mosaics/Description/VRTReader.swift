internal import Files
internal import Georeferencing
internal import Glibc
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import Numbers
internal import TilePyramid
internal import XMLDocuments

/// Reads the lists of images of GDAL's virtual format (VRT) whose bands are gray, or red, green, blue and alpha.
///
/// Sources of one file and rectangle in several bands are one image. Scaled sources are resampled with a bilinear filter,
/// whatever resampling the file asks for. What changes pixels otherwise is refused by its name.
///
/// Pixels are valid where GDAL's mask of the raster is not 0: by its `MaskBand`, else its alpha band, else the `NoDataValue` of
/// its bands, all of which a pixel has to equal. As in GDAL, masks and nodata values of the images themselves count only where
/// the file says so, by a source `mask,1` or `UseMaskBand`. Unlike in GDAL, gaps of a georeferenced raster are not valid,
/// whether it has a `NoDataValue` or none, and neither are pixels with the `NODATA` of a source.
///
/// Source: GDAL's documentation of the VRT driver (https://gdal.org/en/stable/drivers/raster/vrt.html).
struct VRTReader {
    let path: String
    /// The most elements and attributes: some dozens for each source of a band.
    ///
    /// An element takes about 100 bytes of memory, and more with attributes.
    private static let partLimit = 1 << 23
    /// Elements that say nothing about pixels, or that are read elsewhere.
    static let known: (dataset: Set<String>, band: Set<String>, source: Set<String>) = (
        [
            "SRS", "GeoTransform", "Metadata", "VRTRasterBand", "MaskBand", "OverviewList", "BlockXSize", "BlockYSize",
        ],
        [
            "Description", "UnitType", "Metadata", "ColorInterp", "NoDataValue", "HideNoDataValue", "Histograms",
            "CategoryNames", "SimpleSource", "ComplexSource", "NodataValue",
        ],
        [
            "SourceFilename", "SourceBand", "SourceProperties", "SrcRect", "DstRect", "NODATA", "UseMaskBand",
            "OpenOptions",
        ]
    )

    /// Reads a list.
    ///
    /// - Throws: `CodecError` that names what is wrong or not supported.
    static func read(_ bytes: [UInt8], path: String) throws(CodecError) -> MosaicDescription {
        let root: XMLElement
        do {
            root = try XMLElement(parsing: bytes, partLimit: partLimit)
        } catch {
            throw CodecError(.damaged, file: path, "this VRT is damaged: \(error.reason) in line \(error.line).")
        }
        return try VRTReader(path: path).mosaic(root)
    }

    func unsupported(_ what: String) -> CodecError {
        CodecError(
            .unsupported, file: path,
            "this VRT has \(what), which is not supported. Write it as an image first: gdal_translate in.vrt out.tif.")
    }

    func damaged(_ what: String) -> CodecError {
        CodecError(.damaged, file: path, "this VRT is damaged: \(what).")
    }

    private func mosaic(_ root: XMLElement) throws(CodecError) -> MosaicDescription {
        try refuse(root, unless: Self.known.dataset)
        if let kind = root.attributes["subClass"] { throw unsupported("the subclass \(kind)") }
        var mosaic = MosaicDescription(path: path, container: "VRT")
        guard let width = number(root.attributes["rasterXSize"]), let height = number(root.attributes["rasterYSize"]),
            let columns = CheckedNumber.integer(width, in: 1...ImageInfo.longestSide),
            let rows = CheckedNumber.integer(height, in: 1...ImageInfo.longestSide)
        else { throw damaged("its rasterXSize and rasterYSize are not from 1 to 10,000,000") }
        mosaic.size = PixelSize(width: columns, height: rows)
        if let text = root.child("GeoTransform")?.text {
            let numbers = text.split(separator: ",").compactMap { number(String($0)) }
            guard numbers.count == 6 else { throw damaged("its GeoTransform is not six numbers") }
            mosaic.transform = Geotransform(gdal: numbers)
        }
        mosaic.crs = root.child("SRS").flatMap { Self.crs($0.text) }
        let bands = root.children.filter { $0.name == "VRTRasterBand" }
        guard (1...4).contains(bands.count) else { throw unsupported("\(bands.count) bands") }
        try checkColors(of: bands)
        // GDAL fills the raster with a source that has no rectangle.
        let whole = MosaicDescription.Rect(x: 0, y: 0, width: Double(columns), height: Double(rows))
        let values = statedValues(of: root, bands: bands.count, &mosaic)
        try addMembers(of: bands, mask: root.child("MaskBand"), values: values, whole, to: &mosaic)
        if access(path + ".msk", F_OK) == 0 { mosaic.unread.append(Self.unreadSidecar) }
        let isGeoreferenced = mosaic.crs != nil && mosaic.transform != nil
        mosaic.background =
            if bands.count.isMultiple(of: 2) {
                .transparent
            } else if isGeoreferenced || root.child("MaskBand") != nil
                || mosaic.members.contains(where: { !$0.noData.isEmpty }) || Self.isMapped(Self.type(of: bands[0]))
            {
                .gaps
            } else {
                background(of: bands)
            }
        return mosaic
    }

    /// A mask beside the file.
    private static let unreadSidecar = MosaicDescription.UnreadStatement(
        statement: .validity,
        message:
            "this VRT has a mask beside it, with the extension .msk, which is not supported. Write it as an image first: "
            + "gdal_translate in.vrt out.tif.")

    /// The nodata values of all bands that the metadata has; nil if there are none, or not as many as bands.
    private func statedValues(
        of root: XMLElement, bands: Int, _ mosaic: inout MosaicDescription
    ) -> [NodataValue]? {
        let item = root.children.lazy.filter { $0.name == "Metadata" && ($0.attributes["domain"] ?? "").isEmpty }
            .flatMap(\.children).first { $0.name == "MDI" && $0.attributes["key"] == "NODATA_VALUES" }
        guard let text = item?.text else { return nil }
        let values = text.split(whereSeparator: \.isWhitespace).map { NodataValue(String($0)) }
        let numbers = values.compactMap(\.self)
        if values.count == bands, numbers.count == bands { return numbers }
        mosaic.warnings.append(
            "the NODATA_VALUES, \(text.prefix(40)), are not a number for each of its \(bands) bands; they are not used."
        )
        return nil
    }

    /// The type of a band's samples.
    static func type(of band: XMLElement) -> String { band.attributes["dataType"] ?? "Byte" }

    /// Whether samples of a type are mapped to 8 or 16 bits when they are read.
    static func isMapped(_ type: String) -> Bool { type != "Byte" && type != "UInt16" }

    /// The types of samples that are read.
    private static let types: Set = [
        "Byte", "Int8", "UInt16", "Int16", "UInt32", "Int32", "UInt64", "Int64", "Float32", "Float64",
    ]

    /// Throws if a source of mapped samples says that its image has others: both would have grays of their own.
    private func checkSources(of band: XMLElement, _ type: String) throws(CodecError) {
        for source in band.children {
            let own = source.child("SourceProperties")?.attributes["DataType"]
            if let own, own != type { throw unsupported("samples of the type \(type) from images with \(own)") }
        }
    }

    /// Throws if an element has a child that is not known.
    func refuse(_ element: XMLElement, unless known: Set<String>) throws(CodecError) {
        if let other = element.children.first(where: { !known.contains($0.name) }) { throw unsupported(other.name) }
    }

    func number(_ text: String?) -> Double? {
        guard let text else { return nil }
        let trimmed = text.drop { $0.isWhitespace }
        let end = trimmed.lastIndex { !$0.isWhitespace }
        return end.flatMap { Double(trimmed[...$0]) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The code of the system, or its definition; nil if there is neither.
    private static func crs(_ text: String) -> String? {
        let start = text.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        let definition = String(start[...end])
        return WellKnownText.code(of: definition) ?? definition
    }

    private func checkColors(of bands: [XMLElement]) throws(CodecError) {
        let expected = [["Gray"], ["Gray", "Alpha"], ["Red", "Green", "Blue"], ["Red", "Green", "Blue", "Alpha"]]
        for (band, color) in zip(bands, expected[bands.count - 1]) {
            try refuse(band, unless: Self.known.band)
            if let kind = band.attributes["subClass"] { throw unsupported("the subclass \(kind)") }
            let type = Self.type(of: band)
            guard Self.types.contains(type) else { throw unsupported("samples of the type \(type)") }
            guard type == Self.type(of: bands[0]) else { throw unsupported("bands of different types") }
            if Self.isMapped(type) { try checkSources(of: band, type) }
            let stated = band.child("ColorInterp")?.text ?? color
            guard stated == color || stated == "Undefined" else {
                throw unsupported("the color interpretation \(stated) of band \(color.lowercased())")
            }
        }
    }

    /// The color that GDAL shows where there is no source: the value of absent pixels, else black.
    private func background(of bands: [XMLElement]) -> MosaicDescription.Background {
        let samples = bands.map { band in
            // The background has 8 bits.
            let scale = band.attributes["dataType"] == "UInt16" ? 257.0 : 1
            let value = (noData(of: band)?.number ?? 0) / scale
            return UInt8(clamping: CheckedNumber.integer(value, rounded: .down, clampedTo: 0...255))
        }
        return .color(RGBColor(red: samples[0], green: samples[samples.count / 2], blue: samples[samples.count - 1]))
    }

    /// The value of absent pixels of a band; nil for none.
    func noData(of band: XMLElement) -> NodataValue? {
        (band.child("NoDataValue") ?? band.child("NodataValue")).flatMap { NodataValue($0.text) }
    }

    /// The value of absent pixels of each band; nil for none, or where the file hides it from its readers.
    func statedNoData(of bands: [XMLElement]) -> [NodataValue?] {
        bands.map { band in
            let isHidden = ["1", "YES", "TRUE", "ON"].contains((band.child("HideNoDataValue")?.text ?? "").uppercased())
            return isHidden ? nil : noData(of: band)
        }
    }
}

extension Geotransform {
    /// Creates a mapping from six numbers in GDAL's order.
    init(gdal numbers: [Double]) {
        self.init(
            origin: (numbers[0], numbers[3]), column: (numbers[1], numbers[4]), row: (numbers[2], numbers[5]))
    }
}
