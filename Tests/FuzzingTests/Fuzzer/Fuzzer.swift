import CFuzzer
import Glibc

/// The functions that libFuzzer calls (https://llvm.org/docs/LibFuzzer.html), for the target that the environment
/// variable `TILEKIT_FUZZ_TARGET` names.
enum Fuzzer {
    /// The target, chosen once.
    static let target: FuzzTarget = {
        let name = getenv("TILEKIT_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget.named(name) else {
            print("TILEKIT_FUZZ_TARGET has to be one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
            exit(64)
        }
        return target
    }()

    /// The cases so far, and those whose header was accepted; libFuzzer runs one at a time.
    nonisolated(unsafe) static var cases = 0
    nonisolated(unsafe) static var accepted = 0

    /// The last input with a header that was mutated.
    nonisolated(unsafe) static var intact: [UInt8] = []
}

/// Chooses the target with its longest input, and has the counts printed at the end.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    let given = UnsafeBufferPointer(start: arguments.pointee, count: Int(count.pointee))
    // An option of the command line comes later, and is the one that counts.
    let all = given.prefix(1) + [strdup("-max_len=\(Fuzzer.target.longestInput)")] + given.dropFirst()
    let copy = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
    _ = copy.initialize(from: all + [nil])
    guard let start = copy.baseAddress else { return 0 }
    arguments.pointee = start
    count.pointee = CInt(all.count)
    atexit {
        let percent = 100 * Fuzzer.accepted / max(1, Fuzzer.cases)
        print("accepted: \(Fuzzer.accepted) of \(Fuzzer.cases) cases, \(percent) %")
    }
    return 0
}

/// Parses an input; an error that the parser does not promise ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    Fuzzer.cases += 1
    do {
        if try Fuzzer.target.run(Array(UnsafeBufferPointer(start: bytes, count: count))) { Fuzzer.accepted += 1 }
    } catch {
        // The message of a precondition is not printed by optimized code.
        print("fuzzer: unexpected \(type(of: error)): \(error)")
        fflush(nil)
        preconditionFailure("an unexpected error")
    }
    return 0
}

/// Damages an input as libFuzzer does, and corrects its checksums.
///
/// The header of most inputs stays intact. libFuzzer damages an input several times in succession: where the header has been
/// lost, the last one that had a header is damaged instead.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    let buffer = UnsafeMutableBufferPointer(start: bytes, count: limit)
    // One of four inputs may begin like anything.
    let mayLoseHeader = seed.isMultiple(of: 4)
    var original = Array(buffer.prefix(count))
    if !mayLoseHeader {
        if LastMutation.whileParsing(original, Fuzzer.target.hasHeader) {
            Fuzzer.intact = original
        } else if 1...limit ~= Fuzzer.intact.count {
            original = Fuzzer.intact
        }
    }
    for attempt in 1...16 {
        _ = buffer.update(fromContentsOf: original)
        let mutatedCount = LLVMFuzzerMutate(bytes, original.count, limit)
        var damaged = Array(buffer.prefix(mutatedCount))
        if Fuzzer.target.hasBitFields, seed >> 2 & 1 == 1 {
            // The seed is the same for all attempts; multiples of the golden ratio are not.
            damaged = BitShift.shifted(damaged, number: (UInt64(seed) << 5 | UInt64(attempt)) &* 0x9E37_79B9_7F4A_7C15)
        }
        let mutated = Array(Fuzzer.target.repair(damaged).prefix(limit))
        if attempt == 16 || mayLoseHeader || LastMutation.whileParsing(mutated, Fuzzer.target.hasHeader) {
            _ = buffer.update(fromContentsOf: mutated)
            return mutated.count
        }
    }
    return 0
}
