internal import ImageCodecs
internal import TileCutting
internal import TileStores
internal import ToolSupport

/// A failure as it is told to the user: the file, what is wrong and what to do, and the exit status.
struct Failure: Error, Hashable {
    /// The file or folder it is about; empty when it is about the arguments.
    var file: String
    /// One paragraph of plain words.
    var message: String
    var status: ExitStatus

    init(file: String, _ message: String, status: ExitStatus) {
        self.file = file
        self.message = message
        self.status = status
    }

    /// The failure that stopped the cutting of an image.
    ///
    /// - Parameters:
    ///   - error: what was thrown.
    ///   - image: the image as the user named it.
    ///   - signal: the signal that arrived, if one did.
    init(_ error: any Error, image: String, signal: Int32?) {
        switch error {
        case let failure as Failure:
            self = failure
        case let error as CodecError:
            self.init(file: image, error.message, status: ExitStatus(error.code))
        case let error as StoreError:
            self.init(file: error.path, error.message, status: ExitStatus(error.code))
        case let error as CuttingError where error.code == .interrupted:
            self.init(
                file: image, error.message,
                status: signal.map { ExitStatus.interrupted(bySignal: $0) } ?? .internalError)
        case let error as CuttingError:
            self.init(file: image, error.message, status: .usage)
        default:
            self.init(
                file: image, "something went wrong that should not be possible (\(error)). Please report it.",
                status: .internalError)
        }
    }

    /// The message with what it is about.
    var text: String { file.isEmpty ? message : "\(file): \(message)" }
}
