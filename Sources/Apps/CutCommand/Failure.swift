internal import ImageMetadata
internal import ImageSources
internal import TileContainers
internal import TileCutting
internal import ToolSupport

/// A failure as it is reported to the user: the file, the fault and the remedy, and the exit status.
struct Failure: Error, Hashable {
    /// The file or folder concerned; empty for faults of the arguments.
    var file: String
    /// A sentence with the names of other files, which comes before the message and stays as it is; else empty.
    var names = ""
    /// The fault and the remedy, in one or two sentences.
    var message: String
    var status: ExitStatus

    init(file: String, names: String = "", _ message: String, status: ExitStatus) {
        self.file = file
        self.names = names
        self.message = message
        self.status = status
    }

    /// Creates the failure that stopped work on an image or pyramid, as the user named it.
    init(_ error: any Error, image: String, signal: Int32?) {
        switch error {
        case let failure as Failure:
            self = failure
        case let error as CodecError:
            // A tile is named with the pyramid, and a file of a folder with the folder.
            let isPart = error.file.hasPrefix("\(image): tile ") || error.file.hasPrefix("\(image)/")
            self.init(file: isPart ? error.file : image, error.message, status: ExitStatus(error))
        case let error as StoreError:
            self.init(file: error.path, error.message, status: ExitStatus(error))
        case let error as CuttingError where error.code == .interrupted:
            self.init(
                file: image, error.message,
                status: signal.map { ExitStatus.interrupted(bySignal: $0) } ?? .internalError)
        case is CancellationError:
            self.init(CuttingError.interrupted, image: image, signal: signal)
        case let error as OutOfMemory:
            self.init(file: image, "\(error)", status: .inputOutput)
        case let error as CuttingError:
            self.init(file: image, error.message, status: .usage)
        default:
            self.init(
                file: image, "an internal error occurred: \(error). Please report it.",
                status: .internalError)
        }
    }

    /// The file and other names as they are, and the message with the options that it advises.
    var text: String {
        (file.isEmpty ? "" : "\(file): ") + (names.isEmpty ? "" : "\(names) ") + Console.advised(message)
    }
}
