@testable import TileServing

extension OpenImages {
    /// Opens an image that no other thread opens.
    func image(_ entry: CatalogEntry) throws -> ServedImage {
        guard case .image(let image) = try open(entry) else {
            throw RequestError(503, "another thread opens the image.")
        }
        return image
    }
}
