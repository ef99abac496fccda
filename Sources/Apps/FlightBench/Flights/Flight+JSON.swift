internal import JSONDocuments
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TileStores

extension Flight {
    /// The value of `format` in the files that are read and written here.
    static let format = "tilekit-flight/1"

    /// The flight by which the project judges viewers.
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
    /// - Throws: what is wrong, with the line or the names that lead to it.
    package init(json: [UInt8]) throws(FlightError) {
        do {
            self = try Flight(JSONObject(JSONValue(parsing: json)))
        } catch {
            throw FlightError(error)
        }
    }

    private init(_ object: JSONObject) throws(JSONError) {
        let format = try object.string("format")
        guard format == Self.format else {
            throw JSONError(at: "format", "\"\(format)\" is not supported, only \"\(Self.format)\"")
        }
        try object.expectOnlyNames(["format", "about", "image", "viewport", "keys"])
        let (image, viewport) = (try object.object("image"), try object.object("viewport"))
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
            viewport: try viewport.size(upTo: 1 << 14), keys: keys, about: try object.optionalString("about"))
    }

    /// The text that ``init(json:)`` reads, with one keyframe per line.
    package var json: String {
        let image = [
            ("width", "\(imageSize.width)"), ("height", "\(imageSize.height)"), ("tileSize", "\(tileSize)"),
        ]
        let view = [("width", "\(viewport.width)"), ("height", "\(viewport.height)")]
        var members = [("format", JSONText.string(Self.format))]
        if let about {
            members.append(("about", JSONText.string(about)))
        }
        members.append(("image", JSONText.object(image)))
        members.append(("viewport", JSONText.object(view)))
        let lines = members.map { "\(JSONText.string($0.0)):\($0.1),\n" }.joined()
        return "{\n\(lines)\"keys\":[\n\(keys.map(\.json).joined(separator: ",\n"))\n]\n}\n"
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

    fileprivate var json: String {
        var members = [
            ("t", time), ("x", view.center.x), ("y", view.center.y), ("scale", view.scale), ("angle", view.angle),
        ].map { ($0, JSONText.number($1)) }
        if isJump {
            members.append(("jump", "true"))
        }
        if let note {
            members.append(("note", JSONText.string(note)))
        }
        return JSONText.object(members)
    }
}

extension JSONObject {
    fileprivate func size(upTo limit: Int) throws(JSONError) -> PixelSize {
        PixelSize(width: try integer("width", in: 1...limit), height: try integer("height", in: 1...limit))
    }
}

extension Flight {
    /// The largest file that is read; it can hold half a million keyframes.
    private static let largestFile = 64 << 20

    /// Reads a flight from a file in the format of ``init(json:)``.
    ///
    /// - Throws: what is wrong, with the path.
    package init(contentsOf path: String) throws(FlightError) {
        do {
            guard let bytes = try FileSystem.readWhole(path, limit: Self.largestFile) else {
                throw FlightError(.unreadable, path: path, "there is no such file.")
            }
            self = try Flight(json: bytes)
        } catch let error as StoreError {
            throw FlightError(error.code == .unreadable ? .unreadable : .inputOutput, path: path, error.message)
        } catch let error as FlightError {
            throw FlightError(error.code, path: path, error.message)
        } catch {
            throw FlightError(.inputOutput, path: path, "\(error)")
        }
    }
}
