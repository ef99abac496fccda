internal import JSONDocuments
internal import TilePyramid

/// Writes the `info.json` of an IIIF image.
struct IIIFInformation {
    let naming: IIIFNaming

    /// The text of the file.
    var json: String {
        let pyramid = naming.pyramid
        let isVersion3 = naming.version == .three
        var members = [
            ("@context", JSONText.string("http://iiif.io/api/image/\(naming.version.rawValue)/context.json")),
            (isVersion3 ? "id" : "@id", JSONText.string(naming.identifier)),
        ]
        if isVersion3 { members.append(("type", JSONText.string("ImageService3"))) }
        members.append(("protocol", JSONText.string("http://iiif.io/api/image")))
        members.append(("profile", profile))
        members.append(("width", "\(pyramid.size.width)"))
        members.append(("height", "\(pyramid.size.height)"))
        if isVersion3 { members += limits }
        members.append(("sizes", JSONText.array(naming.wholeLevels.map { size(pyramid.levels[$0].size) })))
        members.append(("tiles", tiles))
        return JSONText.document(members)
    }

    private var profile: String {
        guard naming.version == .two else { return JSONText.string("level0") }
        let formats = JSONText.array([JSONText.string(naming.fileExtension)])
        let more = [("formats", formats), ("qualities", JSONText.array([JSONText.string("default")]))] + limits
        return JSONText.array([JSONText.string("http://iiif.io/api/image/2/level0.json"), JSONText.object(more)])
    }

    /// `maxWidth` and `maxHeight`, if the full size is not served; neither is smaller than a tile.
    private var limits: [(String, String)] {
        guard let largest = naming.wholeLevels.last, largest < naming.pyramid.finestLevel.index else { return [] }
        let size = naming.pyramid.levels[largest].size
        let tile = naming.pyramid.tileSize
        return [("maxWidth", "\(max(size.width, tile))"), ("maxHeight", "\(max(size.height, tile))")]
    }

    private var tiles: String {
        let scaleFactors = naming.pyramid.presentLevels.reversed().map { "\(naming.scaleFactor(of: $0))" }
        let side = "\(naming.pyramid.tileSize)"
        return JSONText.array([
            JSONText.object([("width", side), ("height", side), ("scaleFactors", JSONText.array(scaleFactors))])
        ])
    }

    private func size(_ size: PixelSize) -> String {
        JSONText.object([("width", "\(size.width)"), ("height", "\(size.height)")])
    }
}
