internal import ImageMetadata
internal import TileContainers

extension Error {
    /// The text of the error in two parts: the name of its file with a colon, and the fault and the remedy.
    ///
    /// The first part is empty where an error states no file by itself.
    var nameAndAdvice: (name: String, advice: String) {
        let text = "\(self)"
        let advice =
            switch self {
            case let error as StoreError: error.message
            case let error as CodecError: error.message
            case let error as AnnotationFileError: error.message
            default: text
            }
        guard text.hasSuffix(advice) else { return ("", text) }
        return (String(text.dropLast(advice.count)), advice)
    }
}
