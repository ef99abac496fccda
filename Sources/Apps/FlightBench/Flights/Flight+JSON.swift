package import JSONDocuments
internal import LayerTree
internal import ScrollLayers
internal import TileContainers
internal import TilePyramid
internal import VectorDrawing

extension Flight {
    /// The value of `format` in the files that are read here.
    private static let format = "tilekit-flight/1"
    /// The largest file that is read; it can hold half a million keyframes.
    private static let largestFile = 64 << 20

    /// The standard flight, by which the project judges viewers.
    ///
    /// It zooms, pans, flings, jumps and rotates over 60000×40000 pixels, in 33.4 s.
    package static let standard: Flight = {
        do {
            return try Flight(json: PackageResources.standard_flight_json)
        } catch {
            preconditionFailure("the standard flight of this module cannot be read: \(error)")
        }
    }()

    /// Parses a flight.
    ///
    /// ```json
    /// {"format": "tilekit-flight/1", "about": "words, or left out",
    ///  "image": {"width": 60000, "height": 40000, "tileSize": 256}, "viewport": {"width": 1280, "height": 800},
    ///  "keys": [{"t": 0, "x": 30000, "y": 20000, "scale": 0.02, "angle": 0, "note": "words, or left out"},
    ///           {"t": 2, "x": 18000, "y": 13000, "scale": 1, "angle": 0, "jump": true}]}
    /// ```
    ///
    /// `t` is in seconds; x and y are the center in full-size pixels, `scale` is in screen pixels per full-size pixel,
    /// and `angle` is in degrees clockwise. Unknown names are refused, because they are probably typing errors.
    ///
    /// - Parameter json: the text in UTF-8.
    /// - Throws: the fault, with the line or the names that lead to it.
    package init(json: [UInt8]) throws(JSONError) {
        let object = try JSONObject(JSONValue(parsing: json))
        let format = try object.string("format")
        guard format == Self.format else {
            throw JSONError(at: "format", "\"\(format)\" is not supported, only \"\(Self.format)\"")
        }
        try object.expectOnlyNames(["format", "about", "image", "viewport", "keys"])
        let image = try object.object("image")
        let viewport = try object.object("viewport")
        try image.expectOnlyNames(["width", "height", "tileSize"])
        try viewport.expectOnlyNames(["width", "height"])
        var keys: [FlightKeyframe] = []
        for object in try object.objects("keys") {
            let key = try FlightKeyframe(object)
            if let last = keys.last, !key.isReachable(from: last) {
                let times = "\(JSONText.number(key.time)) does not come after \(JSONText.number(last.time))"
                throw JSONError(at: object.path(of: "t"), times)
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw JSONError(at: "keys", "at least one is needed") }
        self.init(
            over: try image.size(upTo: 1 << 30), tileSize: try image.integer("tileSize", in: 1...8192),
            viewport: try viewport.size(upTo: 1 << 14), keys: keys)
        // For people.
        _ = try object.optionalString("about")
    }

    /// Reads a flight from a file in the format of ``init(json:)``.
    ///
    /// - Throws: `StoreError`, which names the path and the fault.
    package init(contentsOf path: String) throws {
        guard let bytes = try FileSystem.readWhole(path, limit: Self.largestFile) else {
            throw StoreError(.unreadable, path: path, "there is no such file.")
        }
        do {
            try self.init(json: bytes)
        } catch {
            throw StoreError(.malformed, path: path, "\(error)")
        }
    }
}

extension FlightKeyframe {
    fileprivate init(_ object: JSONObject) throws(JSONError) {
        try object.expectOnlyNames(["t", "x", "y", "scale", "angle", "jump", "note"])
        let view = ViewState(
            center: Point(x: try object.number("x"), y: try object.number("y")),
            scale: try object.number("scale", in: 1e-9...1e9), angle: try object.number("angle", in: -1e9...1e9))
        self.init(
            time: try object.number("t", in: 0...1e6), view: view, isJump: try object.bool("jump"),
            note: try object.optionalString("note"))
    }
}

extension JSONObject {
    fileprivate func size(upTo limit: Int) throws(JSONError) -> PixelSize {
        PixelSize(width: try integer("width", in: 1...limit), height: try integer("height", in: 1...limit))
    }
}
