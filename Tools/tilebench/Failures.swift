internal import ArgumentParser
internal import Glibc
internal import ImageCodecs
internal import TileStores
internal import FlightBench
internal import ToolSupport

/// Runs a command's work; a failure becomes one paragraph on standard error and the exit status for it.
func reportingFailures(_ body: () throws -> Void) throws {
    // A write beyond the size limit of files is to fail with an error that can be reported, not to end the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
        try body()
    } catch let error as FlightError {
        writeToStandardError("tilebench: \(error)\n")
        throw ExitCode(status(for: error.code))
    } catch  where error is CodecError || error is StoreError {
        writeToStandardError("tilebench: \(error)\n")
        throw ExitCode(ExitStatus(error).rawValue)
    }
}

/// The exit status for a flight that could not be read.
private func status(for code: FlightError.Code) -> Int32 {
    switch code {
    case .malformed: 65
    case .unreadable: 66
    case .inputOutput: 74
    }
}

/// Writes text on standard error, at once.
func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    // Nobody can be told when even this fails.
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
