import ImageMetadata
import JPEGLossless
import JSONDocuments
import Networking
import SQLiteDatabases
import TileStores
import XMLDocuments

@testable import TileContainers
@testable import TileStores

/// A parser of untrusted bytes, as the fuzzer and the tests of its corpus call it.
struct FuzzTarget: Sendable {
    /// The name on the command line and of the corpus folder.
    let name: String
    /// The longest input in bytes that the fuzzer makes.
    var longestInput = 4096
    /// The number of damaged inputs in each run of the tests.
    var testCount = 300
    /// Whether fields begin at any bit, so that damage also shifts what follows it by some bits.
    var hasBitFields = false
    /// Corrects what no random damage would: checksums, without which a parser stops at once.
    var repair: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Whether an input begins like one that is accepted; instead of most that do not, the fuzzer makes others.
    var hasHeader: @Sendable ([UInt8]) -> Bool = { _ in true }
    /// Parses an input, and calls `accept` when its header is accepted and the rest is being parsed.
    let parse: @Sendable (_ input: [UInt8], _ accept: () -> Void) throws -> Void

    /// Parses an input.
    ///
    /// - Returns: whether its header was accepted.
    /// - Throws: errors that the parser does not promise.
    func run(_ input: [UInt8]) throws -> Bool {
        var isAccepted = false
        do {
            try parse(input) { isAccepted = true }
        } catch  where Self.isExpected(error) {
        }
        return isAccepted
    }

    /// Whether an error is one that damaged files may cause.
    private static func isExpected(_ error: any Error) -> Bool {
        error is CodecError || error is StoreError || error is JSONError || error is XMLElement.SyntaxError
            || error is JPEGSampleDecoder.Failure || error is SQLiteError || error is HTTPError
    }
}

extension FuzzTarget {
    /// The parsers of this package.
    static let parsers =
        metadata + places + jpeg + tileImages + documents + pyramids + arrays + network + serving + channels
    /// Images of every format through the decoders of the system's libraries.
    static let decoders = foreign

    /// All targets.
    static let all = parsers + decoders

    /// The target of a name; `nil` if there is none.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
