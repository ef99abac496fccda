internal import ImageMetadata
internal import TileContainers

extension Error {
    /// The fault and the remedy, without the path in front of them.
    var messageWithoutPath: String {
        switch self {
        case let error as StoreError: error.message
        case let error as CodecError: error.message
        default: "\(self)"
        }
    }
}
