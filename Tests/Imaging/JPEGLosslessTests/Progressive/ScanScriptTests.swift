import TestLimits
import TestSupport
import Testing

@testable import JPEGLossless

@Suite(.timeLimited) struct ScanScriptTests {
    private static let storage = Libjpeg.Storage(
        name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true)

    /// The scans of a file that is read some bytes at a time.
    private static func script(_ jpeg: [UInt8], atATime limit: Int = .max) throws -> ScanScript? {
        var reader = try MarkerReader { target, offset in
            let part = jpeg.dropFirst(offset).prefix(min(limit, target.count))
            target.copyBytes(from: part)
            return part.count
        }
        return try ScanScript(&reader, ids: [1, 2, 3])
    }

    private static func encode(_ storage: Libjpeg.Storage) -> [UInt8] {
        Libjpeg.encode(width: 70, height: 50, as: storage)
    }

    @Test(arguments: [1, 2, 100, Int.max])
    func `scans are found with their data and parameters`(limit: Int) throws {
        let jpeg = Self.encode(Self.storage)
        let script = try #require(try Self.script(jpeg, atATime: limit))
        let segments = try Segments(jpeg)
        let offsets = segments.list.filter { $0.marker == 0xDA }.map(\.offset)
        #expect(script.isProgressive)
        #expect(script.scans.count == offsets.count)
        for (number, scan) in script.scans.enumerated() {
            #expect(try scan.bytes.lowerBound == segments.offset(ofData: number))
            #expect(scan.bytes.upperBound <= (number + 1 < offsets.count ? offsets[number + 1] : jpeg.count - 2))
            #expect(jpeg[scan.bytes.upperBound] == 0xFF && jpeg[scan.bytes.upperBound + 1] >= 0xC0)
            #expect(scan.restartInterval == nil)
        }
        #expect(script.scans[0].components.map(\.number) == [0, 1, 2])
        #expect(script.scans[0].coefficients == 0...0)
        #expect(script.scans[0].shift == 1)
        #expect(script.scans[1].components.map(\.number) == [0])
        #expect(script.scans[1].coefficients == 1...5)
        let last = try #require(script.scans.last)
        #expect((last.coefficients, last.earlierShift, last.shift) == (1...63, 1, 0))
    }

    @Test func `restart markers do not end the data of a scan`() throws {
        var storage = Self.storage
        storage.restartInterval = 2
        let script = try #require(try Self.script(Self.encode(storage)))
        #expect(script.scans.count == 10)
        #expect(script.scans.allSatisfy { $0.restartInterval == 2 })
    }

    @Test func `fill bytes before markers are passed`() throws {
        let jpeg = Self.encode(Self.storage)
        let script = try #require(try Self.script(jpeg))
        var filled = jpeg
        filled.insert(contentsOf: [0xFF, 0xFF], at: script.scans[3].bytes.upperBound)
        #expect(try Self.script(filled)?.scans.map(\.bytes.count) == script.scans.map(\.bytes.count))
    }

    /// A fault that makes a file irregular, so that libjpeg has to read it.
    enum Fault: CaseIterable {
        case none, noEnd, secondFrame, lateQuantization, bytesBeforeMarker, arithmetic, missingScan, repeatedScan
        case missingTable, unknownComponent, wrongBand, wrongShift, wrongLength, tooManyScans, tableOfTooManyCodes

        func apply(to jpeg: inout [UInt8]) throws {
            let segments = try Segments(jpeg)
            let scans = segments.list.filter { $0.marker == 0xDA }.map(\.offset)
            let frame = try segments.offset(of: 0xC2)
            let end = jpeg.count - 2
            switch self {
            case .none: break
            case .noEnd: jpeg.removeLast(2)
            case .secondFrame: jpeg.insert(contentsOf: jpeg[frame..<frame + 19], at: scans[0])
            case .lateQuantization:
                let table = try segments.offset(of: 0xDB)
                jpeg.insert(contentsOf: jpeg[table..<table + 69], at: scans[2])
            case .bytesBeforeMarker: jpeg.insert(contentsOf: [1, 2], at: frame)
            case .arithmetic: jpeg[frame + 1] = 0xCA
            case .missingScan: jpeg.removeSubrange(scans[9]..<end)
            case .repeatedScan: jpeg.insert(contentsOf: jpeg[scans[9]..<end], at: end)
            case .missingTable: jpeg[scans[1] + 6] = 0x33
            case .unknownComponent: jpeg[scans[1] + 5] = 77
            case .wrongBand: jpeg[scans[1] + 7] = 7
            case .wrongShift: jpeg[scans[1] + 9] = 0x31
            case .wrongLength: jpeg[scans[1] + 3] += 1
            case .tooManyScans:
                let scan = jpeg[scans[9]..<end]
                jpeg.insert(contentsOf: repeatElement(scan, count: 95).joined(), at: end)
            case .tableOfTooManyCodes: jpeg[try segments.offset(of: 0xC4) + 5] = 3
            }
        }
    }

    @Test(arguments: Fault.allCases)
    func `libjpeg has to read a file that is not regular`(fault: Fault) throws {
        var jpeg = Self.encode(Self.storage)
        try fault.apply(to: &jpeg)
        #expect(try (Self.script(jpeg) != nil) == (fault == .none))
    }

    @Test func `a file that ends anywhere is not regular`() throws {
        let jpeg = Self.encode(Self.storage)
        for count in 0..<jpeg.count {
            #expect(try Self.script(Array(jpeg.prefix(count))) == nil)
        }
        #expect(try Self.script(jpeg) != nil)
        #expect(try Self.script(Array(jpeg.dropFirst())) == nil)
    }

    @Test func `bands and bits in the wrong order are not regular`() throws {
        func isRegular(_ scans: [Libjpeg.Storage.Scan]) throws -> Bool {
            var storage = Self.storage
            storage.scans = scans
            return try Self.script(Self.encode(storage)) != nil
        }
        typealias Scan = Libjpeg.Storage.Scan
        let chroma = [Scan([1], 1...63), Scan([2], 1...63)]
        let means = Scan([0, 1, 2], 0...0)
        #expect(try isRegular([means, Scan([0], 1...63)] + chroma))
        #expect(try isRegular(chroma.isEmpty ? [] : [means] + chroma + [Scan([0], 1...30), Scan([0], 31...63)]))
        // Some coefficients, or some bits, are missing.
        #expect(try !isRegular([means, Scan([0], 1...62)] + chroma))
        #expect(try !isRegular([means, Scan([0], 1...63, bits: (0, 1))] + chroma))
        #expect(try !isRegular([means] + chroma))
    }
}
