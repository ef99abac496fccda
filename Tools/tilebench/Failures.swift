internal import ArgumentParser
internal import Glibc
internal import ImageMetadata
internal import TileContainers
internal import ToolSupport

/// Runs a command's work; reports a failure on standard error and throws its exit status.
func reportingFailures(_ body: () throws -> Void) throws {
    // Without this a write beyond the file size limit would end the process instead of failing with an error.
    signal(SIGXFSZ, SIG_IGN)
    do {
        try body()
    } catch  where error is CodecError || error is StoreError {
        Console.message("tilebench: \(error)")
        throw ExitCode(ExitStatus(error).rawValue)
    }
}
