internal import ImageCodecs
internal import ImageMetadata
internal import TileContainers

extension Error {
    /// The fault and the remedy, without the path in front of them.
    var messageWithoutPath: String {
        switch self {
        case let error as StoreError: error.message
        case let error as CodecError: error.message.withoutReadableKinds
        default: "\(self)".withoutReadableKinds
        }
    }
}

extension String {
    /// The text of an error without the list of all kinds of images that can be read, which is longer than a line.
    var withoutReadableKinds: String {
        guard let list = firstRange(of: ": \(ImageFormats.standard.readableKinds)") else { return self }
        return String(self[..<list.lowerBound]) + self[list.upperBound...]
    }
}
