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
}

/// Chooses the target, and has the counts printed at the end.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>
) -> CInt {
    _ = Fuzzer.target
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
        preconditionFailure("unexpected \(type(of: error)): \(error)")
    }
    return 0
}

/// Damages an input as libFuzzer does, and corrects its checksums.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32) -> Int {
    let original = Array(UnsafeBufferPointer(start: bytes, count: count))
    // One of eight inputs may begin like anything.
    let attempts = seed.isMultiple(of: 8) ? 1 : 8
    for attempt in 1...attempts {
        let mutatedCount = LLVMFuzzerMutate(bytes, count, limit)
        let mutated = Array(UnsafeBufferPointer(start: bytes, count: mutatedCount))
        let repaired = Fuzzer.target.repair(mutated).prefix(limit)
        if attempt == attempts || Fuzzer.target.hasHeader(Array(repaired)) {
            for (index, byte) in repaired.enumerated() { bytes[index] = byte }
            return repaired.count
        }
        for (index, byte) in original.enumerated() { bytes[index] = byte }
    }
    return count
}
