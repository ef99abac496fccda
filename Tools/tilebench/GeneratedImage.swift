internal import ArgumentParser
internal import Glibc
internal import TilePyramid

/// The kinds of pictures that are made to be cut.
enum GeneratedImage: String, ExpressibleByArgument, CaseIterable {
    case jpg, tif

    /// The path of a picture of this size; makes it unless it is there from before.
    func image(of size: PixelSize, in folder: String) throws -> String {
        let path = "\(folder)/terrain-\(size.width)x\(size.height)-1.\(rawValue)"
        if access(path, R_OK) == 0 {
            return path
        }
        writeToStandardError("making \(path) …\n")
        // In a process of its own: a child's peak memory counts from what its parent has held when it starts.
        let command = [
            try ownPath(), "make-image", "--size", "\(size.width)x\(size.height)", "--seed", "1", "--quality", "88",
            path,
        ]
        guard let run = MeasuredRun.of(command), run.status == 0 else {
            writeToStandardError("the picture could not be made; the command was:\n\(command.joined(separator: " "))\n")
            throw ExitCode(70)
        }
        sync()
        return path
    }
}

/// The path of this program.
func ownPath() throws -> String {
    guard let resolved = realpath("/proc/self/exe", nil) else {
        throw ValidationError("this program cannot find its own file.")
    }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The path of another program of the package, built beside this one; nil if it has not been built.
func siblingProgram(_ name: String) throws -> String? {
    let own = try ownPath()
    guard let slash = own.lastIndex(of: "/") else { return nil }
    let sibling = own[...slash] + name
    return access(String(sibling), X_OK) == 0 ? String(sibling) : nil
}
