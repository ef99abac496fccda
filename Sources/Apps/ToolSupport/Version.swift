internal import ImageCodecs
internal import TileStores
internal import ZarrArrays

/// The version of the package's tools.
package enum Version {
    /// The version of the package.
    ///
    /// It follows semantic versioning (https://semver.org). `Tools/product-info` reads it here.
    package static let number = "1.0.0"

    /// Prints the versions of a tool and of its libraries, one a line, and the means of the kernel that limit decoders, if
    /// the arguments are `--version --verbose`.
    ///
    /// - Parameters:
    ///   - tool: the name of the tool.
    ///   - libraries: the libraries that only this tool uses.
    ///   - arguments: the words of the command line.
    /// - Returns: whether it has printed them.
    package static func printLibraries(
        of tool: String, and libraries: @autoclosure () -> [String] = [], arguments: [String]
    ) -> Bool {
        guard arguments.contains("--version"), arguments.contains("--verbose") || arguments.contains("-v") else {
            return false
        }
        Console.result("\(tool) \(number)")
        let shared = CodecLibraries.versions + StoreLibraries.versions + ArrayLibraries.versions
        for library in shared + libraries() { Console.result(library) }
        Console.result("sandbox of decoders: \(DecoderProcess.sandboxMeans)")
        return true
    }
}
