internal import ChannelImages
internal import FilePyramids
internal import Georeferencing
internal import ImageMetadata
internal import JSONDocuments
internal import Numbers
internal import TilePyramid
internal import TileStores

extension PyramidTarget {
    /// The target as a JSON object; of the profile of a TIFF only that there is one.
    var json: String {
        var members: [(String, String)] = [
            ("centered", "\(isCentered)"), ("marginX", "\(margin.x)"), ("marginY", "\(margin.y)"),
            ("sparse", "\(isSparse)"), ("reducedImages", JSONText.string(tiff.reducedImages.rawValue)),
            ("compresses", "\(tiff.compresses)"), ("cloudOptimized", "\(tiff.isCloudOptimized)"),
            ("profile", "\(tiff.profile != nil)"), ("mixed", "\(mixesFormats)"),
        ]
        let texts = [
            ("container", container?.id), ("layout", layout?.id), ("rounding", rounding?.rawValue),
            ("identifier", identifier), ("name", name), ("description", description), ("attribution", attribution),
            ("terrain", terrain?.rawValue), ("pageAddress", page.address), ("basemap", page.basemap?.template),
            ("basemapAttribution", page.basemap?.attribution),
        ]
        members += texts.compactMap { name, text in text.map { (name, JSONText.string($0)) } }
        if let micronsPerPixel {
            members.append(("micronsX", JSONText.number(micronsPerPixel.x)))
            members.append(("micronsY", JSONText.number(micronsPerPixel.y)))
        }
        if let georeference {
            members.append(("zoom", "\(georeference.zoom)"))
            members.append(("georeference", georeference.bounds.json))
        }
        if let bounds = tiff.bounds { members.append(("bounds", bounds.json)) }
        if let geoTags = tiff.geoTags { members.append(("geoTags", geoTags.json)) }
        return JSONText.object(members)
    }

    /// Reads a target; its profile is empty if there is one.
    init(_ object: JSONObject) throws(JSONError) {
        let formats = PyramidFormats.standard
        let container = try object.optionalString("container").map { id throws(JSONError) in
            guard let format = formats[id: id], format.role != .layout, format.role != .service, format.isWritable
            else {
                throw JSONError(at: object.path(of: "container"), "this container is not known")
            }
            return format
        }
        let layout = try object.optionalString("layout").map { id throws(JSONError) in
            guard let format = formats[id: id], format.role == .layout, container?.canHold(format) ?? true else {
                throw JSONError(
                    at: object.path(of: "layout"), "this layout is not known, or does not fit the container")
            }
            return format
        }
        switch (layout, container) {
        case (let layout?, let container): self.init(layout, in: container)
        case (nil, let container?) where container.role == .file: self.init(container)
        default: throw JSONError(at: object.path(of: "layout"), "there is neither a layout nor a file")
        }
        rounding = try object.optionalString("rounding").flatMap(PyramidShape.Rounding.init)
        identifier = try object.optionalString("identifier")
        name = try object.optionalString("name")
        description = try object.optionalString("description")
        attribution = try object.optionalString("attribution")
        page.address = try object.optionalString("pageAddress")
        let basemapAttribution = try object.optionalString("basemapAttribution")
        page.basemap = try object.optionalString("basemap").flatMap { Basemap($0, attribution: basemapAttribution) }
        terrain = try object.optionalString("terrain").flatMap(TerrainEncoding.init)
        isCentered = try object.bool("centered")
        isSparse = try object.bool("sparse")
        mixesFormats = object.has("mixed") ? try object.bool("mixed") : false
        let sides = 0...CheckedNumber.longestSide
        margin = PixelOffset(x: try object.integer("marginX", in: sides), y: try object.integer("marginY", in: sides))
        if object.has("micronsX") {
            micronsPerPixel = MicronsPerPixel(x: try object.number("micronsX"), y: try object.number("micronsY"))
        }
        if object.has("georeference") {
            georeference = Georeference(
                zoom: try object.integer("zoom", in: WebMercator.zooms),
                bounds: try GeoBounds(object.object("georeference")))
        }
        tiff.reducedImages = TIFFOptions.ReducedImages(rawValue: try object.string("reducedImages")) ?? .pages
        tiff.compresses = try object.bool("compresses")
        tiff.isCloudOptimized = try object.bool("cloudOptimized")
        tiff.profile = try object.bool("profile") ? [] : nil
        if object.has("bounds") { tiff.bounds = try GeoBounds(object.object("bounds")) }
        if object.has("geoTags") { tiff.geoTags = try GeoTIFFTags(object.object("geoTags")) }
    }
}

extension GeoTIFFTags {
    fileprivate var json: String {
        let numbers = [
            ("keys", keys.map(Double.init)), ("doubles", doubles), ("pixelScale", pixelScale), ("tiepoints", tiepoints),
            ("transformation", transformation),
        ].map { name, values in
            (name, JSONText.string(values.map { "\($0)" }.joined(separator: " ")))
        }
        return JSONText.object(
            numbers + [("texts", JSONText.string(texts))]
                + (nodata.map { [("nodata", JSONText.string($0))] } ?? []))
    }

    fileprivate init(_ object: JSONObject) throws(JSONError) {
        func numbers(_ name: String) throws(JSONError) -> [Double] {
            // JSON has no numbers that are not finite.
            let values = try object.string(name).split(separator: " ").map { Double($0) }
            guard values.count <= Self.numberLimit, values.allSatisfy({ $0 != nil }) else {
                throw JSONError(at: object.path(of: name), "these are not numbers, or too many")
            }
            return values.compactMap(\.self)
        }
        self.init()
        for number in try numbers("keys") {
            guard let key = CheckedNumber.integer(number, in: 0...Int(UInt16.max)) else {
                throw JSONError(at: object.path(of: "keys"), "\(number) is not a number of 16 bits")
            }
            keys.append(key)
        }
        doubles = try numbers("doubles")
        pixelScale = try numbers("pixelScale")
        tiepoints = try numbers("tiepoints")
        transformation = try numbers("transformation")
        texts = try object.string("texts")
        nodata = try object.optionalString("nodata")
    }
}

extension GeoBounds {
    fileprivate var json: String {
        JSONText.object([
            ("west", JSONText.number(west)), ("south", JSONText.number(south)), ("east", JSONText.number(east)),
            ("north", JSONText.number(north)), ("crs", JSONText.string(crs.rawValue)),
        ])
    }

    fileprivate init(_ object: JSONObject) throws(JSONError) {
        guard let crs = CoordinateReferenceSystem(rawValue: try object.string("crs")) else {
            throw JSONError(at: object.path(of: "crs"), "this coordinate reference system is not known")
        }
        self.init(
            west: try object.number("west"), south: try object.number("south"), east: try object.number("east"),
            north: try object.number("north"), crs: crs)
    }
}
