internal import ImageMetadata
internal import ImageSources
internal import TileContainers

/// The exit status of a tool, the same for all tools of the package.
///
/// The numbers from 64 on are those of sysexits.h. Those above 128 follow the shells' convention for signals.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number that the process exits with.
    package let rawValue: Int32

    /// Creates a status from its number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Success.
    package static let success = ExitStatus(rawValue: 0)
    /// The arguments are invalid.
    package static let usage = ExitStatus(rawValue: 64)
    /// The image is damaged, truncated or of an unknown format.
    package static let badInput = ExitStatus(rawValue: 65)
    /// The image does not exist or cannot be read.
    package static let noInput = ExitStatus(rawValue: 66)
    /// Something that the tool needs is missing, such as a screen.
    package static let unavailable = ExitStatus(rawValue: 69)
    /// An internal error.
    package static let internalError = ExitStatus(rawValue: 70)
    /// The output cannot be created, exists already, or is being written by another run.
    package static let cannotCreate = ExitStatus(rawValue: 73)
    /// Reading or writing failed, or the disk is full.
    package static let inputOutput = ExitStatus(rawValue: 74)

    /// The status of a process that was stopped by a signal: 130 for Ctrl-C, 143 for SIGTERM.
    package static func interrupted(bySignal signal: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + signal) }
}

extension ExitStatus {
    /// The status for an error of any module of the package; ``internalError`` for other errors.
    package init(_ error: any Error) {
        self =
            switch error {
            case let error as CodecError:
                switch error.code {
                case .unreadable: .noInput
                case .unsupported, .damaged, .truncated: .badInput
                case .invalidRequest: .usage
                case .inputOutput: .inputOutput
                case .cannotCreate: .cannotCreate
                case .encoding: .internalError
                }
            case let error as StoreError:
                switch error.code {
                case .exists, .interrupted, .fingerprintMismatch, .busy, .cannotCreate: .cannotCreate
                case .diskFull, .inputOutput: .inputOutput
                case .unreadable: .noInput
                case .malformed: .badInput
                }
            case is OutOfMemory: .inputOutput
            default: .internalError
            }
    }
}
