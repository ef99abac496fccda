/// The scans of a JPEG with several of them, where they lie in the file, and the tables with which each is coded.
///
/// Only complete and regular files have one: every coefficient of every component is coded with all of its bits, and in
/// the order of the standard (ITU-T T.81, G.1.1.1). libjpeg decodes the others, and finds what is wrong with them.
struct ScanScript {
    /// A scan.
    struct Scan {
        /// A component of the scan.
        struct Component {
            /// Its number in the frame.
            let number: Int
            let dcTable: HuffmanTable?
            let acTable: HuffmanTable?
        }

        let components: [Component]
        /// The coefficients of the scan, by zigzag index (Ss to Se).
        let coefficients: ClosedRange<Int>
        /// The bits that earlier scans have left out; 0 for the first scan of these coefficients (Ah).
        let earlierShift: Int
        /// The bits that this scan leaves out (Al).
        let shift: Int
        /// The restart interval in MCUs; nil without restart markers.
        let restartInterval: Int?
        /// The bytes of the entropy-coded data in the file.
        let bytes: Range<Int>
    }

    private(set) var scans: [Scan] = []
    /// Whether coefficients are split among scans.
    private(set) var isProgressive = false

    /// The most scans; encoders write ten or so.
    static let scanLimit = 100
    /// The largest number of bits that a scan can leave out.
    private static let largestShift = 13
    private static let startOfImage: UInt8 = 0xD8, endOfImage: UInt8 = 0xD9, startOfScan: UInt8 = 0xDA
    private static let quantization: UInt8 = 0xDB, restartIntervals: UInt8 = 0xDD, huffmanTables: UInt8 = 0xC4

    /// The tables and the restart interval that have been defined last.
    fileprivate struct Definitions {
        /// Huffman tables by class (bit 4) and number.
        var tables: [UInt8: HuffmanTable] = [:]
        var restartInterval: Int?
    }

    /// Reads the markers of a whole file; fails if it is not regular.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - ids: the identifiers of the frame's components, in order.
    /// - Throws: the error of reading.
    init?(_ file: inout MarkerReader, ids: [UInt8]) throws {
        guard Set(ids).count == ids.count, try file.nextByte() == 0xFF, try file.nextByte() == Self.startOfImage else {
            return nil
        }
        var definitions = Definitions()
        var hasFrame = false
        while let marker = try file.nextMarker() {
            if marker == Self.endOfImage {
                guard isComplete(ids.count) else { return nil }
                return
            }
            guard let content = try file.nextSegment() else { return nil }
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                guard !hasFrame else { return nil }
                hasFrame = true
                isProgressive = marker == 0xC2
            case Self.huffmanTables:
                guard definitions.add(content) else { return nil }
            case Self.restartIntervals:
                guard content.count == 2 else { return nil }
                let interval = Int(content[0]) << 8 | Int(content[1])
                definitions.restartInterval = interval == 0 ? nil : interval
            case Self.startOfScan:
                guard hasFrame, scans.count < Self.scanLimit,
                    let bytes = try file.passEntropyCodedData(), let scan = scan(content, ids, definitions, bytes)
                else { return nil }
                scans.append(scan)
            case Self.quantization where scans.isEmpty: break
            case 0xE0...0xEF, 0xFE: break
            default: return nil
            }
        }
        return nil
    }

    /// Parses the header of a scan.
    private func scan(_ header: [UInt8], _ ids: [UInt8], _ definitions: Definitions, _ bytes: Range<Int>) -> Scan? {
        guard let count = header.first.map(Int.init), (1...ids.count).contains(count), header.count == 4 + 2 * count
        else { return nil }
        let first = Int(header[1 + 2 * count])
        let last = Int(header[2 + 2 * count])
        let earlierShift = Int(header[3 + 2 * count] >> 4)
        let shift = Int(header[3 + 2 * count] & 15)
        guard first <= last, last <= 63 else { return nil }
        if isProgressive {
            guard first == 0 ? last == 0 : count == 1, shift <= Self.largestShift,
                earlierShift == 0 || earlierShift == shift + 1
            else { return nil }
        } else {
            guard (first, last, earlierShift, shift) == (0, 63, 0, 0) else { return nil }
        }
        var components: [Scan.Component] = []
        for index in 0..<count {
            let tables = header[2 + 2 * index]
            guard let number = ids.firstIndex(of: header[1 + 2 * index]),
                components.allSatisfy({ $0.number < number })
            else { return nil }
            let dcTable = definitions.tables[tables >> 4]
            let acTable = definitions.tables[0x10 | tables & 15]
            // A scan that refines DC coefficients has no codes.
            guard first > 0 || earlierShift > 0 || dcTable != nil, last == 0 || acTable != nil else { return nil }
            components.append(Scan.Component(number: number, dcTable: dcTable, acTable: acTable))
        }
        return Scan(
            components: components, coefficients: first...last, earlierShift: earlierShift, shift: shift,
            restartInterval: definitions.restartInterval, bytes: bytes)
    }

    /// Whether the scans code all bits of all coefficients, each once and from the highest on.
    private func isComplete(_ componentCount: Int) -> Bool {
        // The bits of each coefficient that are still missing; nil before its first scan.
        var missing: [[Int?]] = Array(repeating: Array(repeating: nil, count: 64), count: componentCount)
        for scan in scans {
            for component in scan.components {
                // The DC coefficients come first.
                if scan.coefficients.lowerBound > 0, missing[component.number][0] == nil { return false }
                for index in scan.coefficients {
                    guard missing[component.number][index] == (scan.earlierShift == 0 ? nil : scan.earlierShift) else {
                        return false
                    }
                    missing[component.number][index] = scan.shift
                }
            }
        }
        return missing.allSatisfy { $0.allSatisfy { $0 == 0 } }
    }
}

extension ScanScript.Definitions {
    /// Adds the tables of a segment; returns false if it is damaged.
    fileprivate mutating func add(_ segment: [UInt8]) -> Bool {
        var rest = segment[...]
        while let number = rest.first {
            guard number & 0xEC == 0, rest.count >= 17 else { return false }
            let counts = Array(rest.dropFirst().prefix(16))
            let count = counts.reduce(0) { $0 + Int($1) }
            let symbols = Array(rest.dropFirst(17).prefix(count))
            guard symbols.count == count, let table = HuffmanTable(counts: counts, symbols: symbols) else {
                return false
            }
            tables[number] = table
            rest = rest.dropFirst(17 + count)
        }
        return true
    }
}
