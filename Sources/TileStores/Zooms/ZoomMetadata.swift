internal import JSONDocuments
internal import TilePyramid

/// What containers of map tiles say about them, each in its own way.
struct ZoomMetadata: Hashable {
    var name: String
    var description: String
    var bounds: DegreeBounds
    var zooms: ClosedRange<Int>
    /// The picture's size, when it is none of the world.
    var picture: PictureMembers?

    /// The longitude and latitude in the middle.
    var center: (longitude: Double, latitude: Double) {
        ((bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2)
    }

    /// What is said about a pyramid that is written to `path`.
    init(writing numbers: ZoomNumbers, target: PyramidTarget, path: String) {
        name = target.name ?? FilePath.name(of: FilePath.withoutExtension(path))
        zooms = numbers.zooms
        if let world = target.world {
            bounds = DegreeBounds(world)
            description = "\(numbers.pyramid.size) pixels"
        } else {
            // Readers want some bounds; these are those of the tile at zoom 0, in which all of it lies.
            bounds = .whole
            let picture = PictureMembers(of: numbers.pyramid)
            self.picture = picture
            description = "A picture of \(picture.size) pixels that is not geographic: its place means nothing."
        }
    }
}
