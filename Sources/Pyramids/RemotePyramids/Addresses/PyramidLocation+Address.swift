public import FilePyramids
internal import Networking
internal import TileContainers

extension PyramidLocation {
    /// The text without secrets: a path, or an address without user name, password, query and fragment.
    public var publicText: String {
        if case .url(let url) = self { PublicAddress.text(of: url) } else { text }
    }

    /// The path of a file or folder of this computer.
    ///
    /// - Throws: ``StoreError`` for any other address, and for one of another computer.
    package var localPath: String {
        get throws {
            guard case .url(let url) = self else { return text }
            let scheme = "file://"
            guard url.lowercased().hasPrefix(scheme) else { throw noFile("this is not an address of a file") }
            let rest = url.dropFirst(scheme.count)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else {
                throw noFile("this is a file of another computer")
            }
            guard let path = PercentEncoding.decodedIfValid(rest[host.endIndex...]) else {
                throw noFile("this address has a percent sign that begins no escape")
            }
            // What is after it would be ignored.
            guard !path.utf8.contains(0) else { throw noFile("this address has a zero byte, which no path has") }
            return path
        }
    }

    private func noFile(_ reason: String) -> StoreError {
        StoreError(.unreadable, path: publicText, "\(reason). Check the spelling.")
    }
}
