internal import Glibc

/// A file that is open for reading until the last reference to it is gone.
final class OpenDescriptor: Sendable {
    /// The descriptor, for reading at offsets.
    let number: CInt

    /// Takes over an open descriptor.
    init(_ number: CInt) {
        self.number = number
    }

    deinit { close(number) }
}
