internal import JSONDocuments
internal import TilePyramid

/// The description of a folder of map tiles (TileJSON 3.0, https://github.com/mapbox/tilejson-spec).
///
/// What a picture that is not on the world is like is said under the key `tilekit`, which other readers pass over.
struct TileJSON: Hashable, Sendable {
    /// The file's name.
    static let name = "tiles.json"

    private let numbers: ZoomNumbers
    private let title: String
    private let world: WorldPlacement?
    private let margin: PixelOffset

    /// The description of a pyramid called `title`, whose picture may have a margin.
    init(numbers: ZoomNumbers, title: String, world: WorldPlacement?, margin: PixelOffset = .zero) {
        self.margin = margin
        self.numbers = numbers
        self.title = title
        self.world = world
    }

    /// The file, for tiles at addresses of this form.
    func file(template: String) -> LayoutFile {
        let levels = numbers.pyramid.presentLevels
        var members = [
            ("tilejson", JSONText.string("3.0.0")),
            ("name", JSONText.string(title)),
            ("scheme", JSONText.string("xyz")),
            ("tiles", JSONText.array([JSONText.string(template)])),
            ("minzoom", "\(numbers.zoom(of: levels.lowerBound))"),
            ("maxzoom", "\(numbers.zoom(of: levels.upperBound - 1))"),
        ]
        if let world {
            let edges = [world.west, world.south, world.east, world.north].map { JSONText.number($0) }
            let zoom = numbers.zoom(of: levels.lowerBound)
            let center = [(world.west + world.east) / 2, (world.south + world.north) / 2].map { JSONText.number($0) }
            members.append(("bounds", JSONText.array(edges)))
            members.append(("center", JSONText.array(center + ["\(zoom)"])))
        } else {
            members.append(("description", JSONText.string("A picture by itself, at no place on the world.")))
            members.append(("tilekit", PictureMembers(of: numbers.pyramid, margin: margin).json))
        }
        let lines = members.map { "  \(JSONText.string($0.0)): \($0.1)" }
        return LayoutFile(name: Self.name, text: "{\n" + lines.joined(separator: ",\n") + "\n}\n")
    }
}
