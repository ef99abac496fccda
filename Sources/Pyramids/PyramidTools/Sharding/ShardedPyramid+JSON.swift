internal import FilePyramids
internal import ImageCodecs
internal import ImageSources
internal import JSONDocuments
internal import Numbers
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

extension ShardedPyramid {
    /// The pyramid as a JSON object.
    var json: String {
        var members: [(String, String)] = [
            ("version", JSONText.string(version)), ("fingerprint", JSONText.string(fingerprint)),
            ("shards", "\(shardCount)"), ("coarseningLevels", "\(coarseningLevels)"), ("geometry", geometry.json),
            ("target", target.json), ("encoding", encoding.json), ("channels", "\(layout.channels.rawValue)"),
            ("depth", "\(layout.depth.rawValue)"), ("planes", "\(planeCount)"),
            ("background", JSONText.array([background.red, background.green, background.blue].map { "\($0)" })),
            ("linksDuplicateTiles", "\(linksDuplicateTiles)"), ("writesPage", "\(writesPage)"),
        ]
        if holdsNumbers { members.append(("numbers", "true")) }
        if let blankTolerance { members.append(("blankTolerance", "\(blankTolerance)")) }
        return JSONText.object(members)
    }

    /// Reads a pyramid.
    ///
    /// - Throws: `JSONError` that names the member that is wrong.
    init(_ object: JSONObject) throws(JSONError) {
        let background = try object.integers("background", in: 0...255).compactMap { UInt8(exactly: $0) }
        guard background.count == 3 else { throw JSONError(at: object.path(of: "background"), "a color has 3 numbers") }
        guard let channels = PixelLayout.Channels(rawValue: try object.integer("channels", in: 1...4)),
            let depth = PixelLayout.Depth(rawValue: try object.integer("depth", in: 8...16))
        else { throw JSONError(at: object.path(of: "depth"), "samples have 8 or 16 bits") }
        let encoding = try TileEncoding(object.object("encoding"))
        var target = try PyramidTarget(object.object("target"))
        if target.tiff.profile != nil { target.tiff.profile = encoding.profile }
        self.init(
            version: try object.string("version"), fingerprint: try object.string("fingerprint"),
            shardCount: try object.integer("shards", in: 1...ShardPlan.shardLimit),
            coarseningLevels: try object.integer("coarseningLevels", in: 0...60),
            geometry: try Geometry(object.object("geometry")), target: target, encoding: encoding,
            layout: PixelLayout(channels, depth),
            background: RGBColor(red: background[0], green: background[1], blue: background[2]))
        planeCount = try object.integer("planes", in: 1...3)
        guard planeCount == 1 || planeCount == 3 && encoding.acceptsPlanarYCbCr && layout == PixelLayout(.rgb) else {
            throw JSONError(at: object.path(of: "planes"), "only JPEG tiles are made from planes")
        }
        if object.has("numbers") {
            holdsNumbers = try object.bool("numbers")
            guard !holdsNumbers || layout.depth == .eight && layout.channels.opaque == .rgb && planeCount == 1 else {
                throw JSONError(at: object.path(of: "numbers"), "numbers have the three bytes of a color")
            }
        }
        if object.has("blankTolerance") { blankTolerance = try object.integer("blankTolerance", in: 0...255) }
        linksDuplicateTiles = try object.bool("linksDuplicateTiles")
        writesPage = try object.bool("writesPage")
    }
}

extension ShardedPyramid.Geometry {
    fileprivate var json: String {
        let coarsest =
            switch shape.coarsest {
            case .pixel: "pixel"
            case .tile: "tile"
            case .levels(let count): "\(count)"
            }
        return JSONText.object([
            ("width", "\(size.width)"), ("height", "\(size.height)"), ("tileSize", "\(tileSize)"),
            ("overlap", "\(overlap)"), ("levels", "\(levelCount)"),
            ("rounding", JSONText.string(shape.rounding.rawValue)), ("coarsest", JSONText.string(coarsest)),
            ("padsTiles", "\(shape.padsTiles)"), ("originX", "\(shape.origin.x)"), ("originY", "\(shape.origin.y)"),
        ])
    }

    /// Reads a geometry; what would be no pyramid is an error.
    fileprivate init(_ object: JSONObject) throws(JSONError) {
        size = PixelSize(
            width: try object.integer("width", in: 1...CheckedNumber.longestSide),
            height: try object.integer("height", in: 1...CheckedNumber.longestSide))
        tileSize = try object.integer("tileSize", in: CutOptions.tileSizes)
        overlap = try object.integer("overlap", in: 0...tileSize - 1)
        levelCount = try object.integer("levels", in: 1...60)
        shape = PyramidShape()
        guard let rounding = PyramidShape.Rounding(rawValue: try object.string("rounding")) else {
            throw JSONError(at: object.path(of: "rounding"), "sizes are rounded up or down")
        }
        shape.rounding = rounding
        shape.padsTiles = try object.bool("padsTiles")
        switch try object.string("coarsest") {
        case "pixel": shape.coarsest = .pixel
        case "tile": shape.coarsest = .tile
        case let text:
            guard let count = CheckedNumber.integer(text, in: 1...60) else {
                throw JSONError(at: object.path(of: "coarsest"), "a pyramid has from 1 to 60 levels")
            }
            shape.coarsest = .levels(count)
        }
        // The levels do not depend on the origin, which has to be a whole pixel of each.
        let downsample = 1 << (Pyramid(size: size, tileSize: tileSize, shape: shape).levels.count - 1)
        let places = 0...1 << 45
        shape.origin = PixelOffset(
            x: try object.integer("originX", in: places), y: try object.integer("originY", in: places))
        guard shape.origin.x.isMultiple(of: downsample), shape.origin.y.isMultiple(of: downsample),
            overlap == 0 || !shape.padsTiles && shape.origin == .zero
        else { throw JSONError(at: object.path(of: "originX"), "the image does not begin at a pixel of every level") }
    }
}

extension TileEncoding {
    fileprivate var json: String {
        var members: [(String, String)] = [
            ("format", JSONText.string(format.rawValue)), ("quality", "\(quality)"), ("chroma", "\(chroma.rawValue)"),
            ("optimizesHuffman", "\(optimizesHuffman)"), ("mixed", "\(mixesFormats)"),
        ]
        if let profile { members.append(("profile", JSONText.string(profile.hexadecimal))) }
        if let exif { members.append(("exif", JSONText.string(exif.hexadecimal))) }
        if let jpegTemplate {
            members.append(("template", JSONText.string(jpegTemplate.bytes.hexadecimal)))
            members.append(("reusesQuantization", "\(jpegTemplate.reusesQuantization)"))
        }
        return JSONText.object(members)
    }

    fileprivate init(_ object: JSONObject) throws(JSONError) {
        self.init()
        guard let format = TileFormat(rawValue: try object.string("format")) else {
            throw JSONError(at: object.path(of: "format"), "this format of tiles is not known")
        }
        guard let chroma = ChromaSubsampling(rawValue: try object.integer("chroma", in: 420...444)) else {
            throw JSONError(at: object.path(of: "chroma"), "this is neither 420 nor 444")
        }
        self.format = format
        self.chroma = chroma
        quality = try object.integer("quality", in: 1...100)
        optimizesHuffman = try object.bool("optimizesHuffman")
        mixesFormats = object.has("mixed") ? try object.bool("mixed") : false
        profile = try object.optionalBytes("profile")
        exif = try object.optionalBytes("exif")
        jpegTemplate = try object.optionalBytes("template").map { bytes throws(JSONError) in
            JPEGTemplate(bytes, reusesQuantization: try object.bool("reusesQuantization"))
        }
    }
}
