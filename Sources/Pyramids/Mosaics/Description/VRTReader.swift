internal import CheckedNumbers
internal import Georeferencing
internal import ImageCodecs
internal import TilePyramid
internal import TileStores

/// Reads the lists of images of GDAL's virtual format (VRT) whose bands are gray, or red, green, blue and alpha.
///
/// Sources of one file and rectangle in several bands are one image. Scaled sources are resampled with a bilinear filter, whatever
/// resampling the file asks for. What changes pixels otherwise is refused by its name.
///
/// Source: GDAL's documentation of the VRT driver (https://gdal.org/en/stable/drivers/raster/vrt.html).
struct VRTReader {
    private let path: String
    /// The most elements and attributes: some dozens for each source of a band.
    ///
    /// An element takes about 100 bytes of memory, and more with attributes.
    private static let partLimit = 1 << 23
    /// Elements that say nothing about pixels, or that are read elsewhere.
    private static let known: (dataset: Set<String>, band: Set<String>, source: Set<String>) = (
        [
            "SRS", "GeoTransform", "Metadata", "VRTRasterBand", "OverviewList", "BlockXSize", "BlockYSize",
        ],
        [
            "Description", "UnitType", "Metadata", "ColorInterp", "NoDataValue", "HideNoDataValue", "Histograms",
            "CategoryNames", "SimpleSource", "ComplexSource", "NodataValue",
        ],
        [
            "SourceFilename", "SourceBand", "SourceProperties", "SrcRect", "DstRect", "NODATA", "OpenOptions",
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

    private func unsupported(_ what: String) -> CodecError {
        CodecError(
            .unsupported, file: path,
            "this VRT has \(what), which is not supported. Write it as an image first: gdal_translate in.vrt out.tif.")
    }

    private func damaged(_ what: String) -> CodecError {
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
        let noData = bands.map { number(($0.child("NoDataValue") ?? $0.child("NodataValue"))?.text) }
        // The background has 8 bits.
        let scales = bands.map { $0.attributes["dataType"] == "UInt16" ? 257.0 : 1 }
        mosaic.background = background(
            zip(noData, scales).map { value, scale in value.map { $0 / scale } }, bands.count)
        // GDAL fills the raster with a source that has no rectangle.
        let whole = MosaicDescription.Rect(x: 0, y: 0, width: Double(columns), height: Double(rows))
        mosaic.members = try members(bands, whole)
        return mosaic
    }

    /// Throws if an element has a child that is not known.
    private func refuse(_ element: XMLElement, unless known: Set<String>) throws(CodecError) {
        if let other = element.children.first(where: { !known.contains($0.name) }) { throw unsupported(other.name) }
    }

    private func number(_ text: String?) -> Double? {
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
            let type = band.attributes["dataType"] ?? "Byte"
            guard type == "Byte" || type == "UInt16" else { throw unsupported("samples of the type \(type)") }
            let stated = band.child("ColorInterp")?.text ?? color
            guard stated == color || stated == "Undefined" else {
                throw unsupported("the color interpretation \(stated) of band \(color.lowercased())")
            }
        }
    }

    /// What GDAL shows where there is no source: the value of absent pixels, else black.
    private func background(_ noData: [Double?], _ count: Int) -> MosaicDescription.Background {
        if count.isMultiple(of: 2) { return .transparent }
        let samples = noData.map { UInt8(clamping: CheckedNumber.integer($0 ?? 0, rounded: .down, clampedTo: 0...255)) }
        return .color(
            count == 1
                ? RGBColor(red: samples[0], green: samples[0], blue: samples[0])
                : RGBColor(red: samples[0], green: samples[1], blue: samples[2]))
    }

    // MARK: Sources

    /// A source of one band.
    private struct Source {
        var path: String
        var channel: Int
        var part: MosaicDescription.Rect?
        var target: MosaicDescription.Rect?
        var noData: Double?
    }

    private func members(_ bands: [XMLElement], _ whole: MosaicDescription.Rect) throws(CodecError)
        -> [MosaicDescription.Member]
    {
        var lists: [[Source]] = []
        for band in bands {
            var sources: [Source] = []
            for element in band.children where ["SimpleSource", "ComplexSource"].contains(element.name) {
                sources.append(try source(element))
            }
            lists.append(sources)
        }
        guard lists.allSatisfy({ $0.count == lists[0].count }) else {
            throw unsupported("bands with different sources")
        }
        var members: [MosaicDescription.Member] = []
        for (index, first) in lists[0].enumerated() {
            let sources = lists.map { $0[index] }
            guard sources.allSatisfy({ $0.path == first.path && $0.part == first.part && $0.target == first.target })
            else { throw unsupported("bands with different sources") }
            var member = MosaicDescription.Member(
                path: first.path, placement: .scaled(part: first.part, into: first.target ?? whole))
            member.channels = sources.map(\.channel)
            let noData = sources.compactMap(\.noData)
            if noData.count == sources.count { member.noData = noData }
            members.append(member)
        }
        return members
    }

    private func source(_ element: XMLElement) throws(CodecError) -> Source {
        try refuse(element, unless: Self.known.source)
        guard let file = element.child("SourceFilename") else { throw damaged("a source has no file") }
        let band = element.child("SourceBand")?.text ?? "1"
        guard let channel = Int(band), (1...4).contains(channel) else { throw unsupported("the source band \(band)") }
        return Source(
            path: try MosaicDescription.resolved(
                file.text, in: path, isRelative: file.attributes["relativeToVRT"] == "1"), channel: channel - 1,
            part: try rect(element.child("SrcRect")), target: try rect(element.child("DstRect")),
            noData: element.name == "ComplexSource" ? number(element.child("NODATA")?.text) : nil)
    }

    private func rect(_ element: XMLElement?) throws(CodecError) -> MosaicDescription.Rect? {
        guard let element else { return nil }
        let numbers = ["xOff", "yOff", "xSize", "ySize"].compactMap { number(element.attributes[$0]) }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 1e8 }), numbers[2] > 0, numbers[3] > 0 else {
            throw damaged("the numbers of a \(element.name) are not a rectangle")
        }
        return .init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension Geotransform {
    /// Creates a mapping from six numbers in GDAL's order.
    init(gdal numbers: [Double]) {
        self.init(
            origin: (numbers[0], numbers[3]), column: (numbers[1], numbers[4]), row: (numbers[2], numbers[5]))
    }
}
