internal import ArgumentParser
internal import Glibc
internal import TilePyramid
internal import TileStores
internal import ToolSupport

/// The formats of generated images.
enum GeneratedImage: String, ExpressibleByArgument, CaseIterable {
    case jpg, tif

    /// Returns the path of an image of a size; generates it unless it exists already.
    func image(of size: PixelSize, in folder: String) throws -> String {
        let path = "\(folder)/terrain-\(size.width)x\(size.height)-1.\(rawValue)"
        if access(path, R_OK) == 0 {
            return path
        }
        Console.message("generating \(path) …")
        // In a separate process: the peak memory of later children would include that of this one when they start.
        let command = [
            try ownPath(), "make-image", "--size", "\(size.width)x\(size.height)", "--seed", "1", "--quality", "88",
            path,
        ]
        guard let run = MeasuredRun.of(command), run.status == 0 else {
            Console.message(
                "\(path): the image could not be generated. The command was:\n\(command.joined(separator: " "))")
            throw ExitCode(70)
        }
        sync()
        return path
    }
}

/// Returns the path of this program.
private func ownPath() throws -> String {
    guard let resolved = realpath("/proc/self/exe", nil) else {
        throw ValidationError("/proc/self/exe cannot be resolved. Mount /proc.")
    }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Returns the path of tilecut, built beside this program.
func tilecutPath() throws -> String {
    let path = FilePath.sibling("tilecut", of: try ownPath())
    guard access(path, X_OK) == 0 else {
        throw ValidationError("tilecut is missing beside tilebench. Build both: swift build -c release")
    }
    return path
}
