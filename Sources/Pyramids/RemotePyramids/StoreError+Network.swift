internal import Networking
internal import TileContainers

extension StoreError {
    /// The error for a request that has failed: of input and output if the same request may succeed another time.
    ///
    /// - Parameters:
    ///   - error: why it has failed.
    ///   - path: what was being read; the address, without what may be secret in it, by default.
    init(_ error: HTTPError, _ path: String? = nil) {
        let path = path ?? error.url
        switch error.code {
        case .refused(let status) where (400..<500).contains(status) && !error.isTransient:
            self.init(.unreadable, path: path, "\(error.reason) Check the address, and who may read it.")
        case .changed, .cancelled, .unavailable: self.init(.inputOutput, path: path, error.reason)
        default: self.init(error.isTransient ? .inputOutput : .unreadable, path: path, error.reason)
        }
    }
}
