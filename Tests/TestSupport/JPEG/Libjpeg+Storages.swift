extension Libjpeg.Storage {
    /// All common kinds of chroma subsampling and of scans.
    package static let all: [Libjpeg.Storage] = [
        Libjpeg.Storage(name: "gray", sampling: [(1, 1)]),
        Libjpeg.Storage(name: "gray with odd factors", sampling: [(2, 2)]),
        Libjpeg.Storage(name: "4:4:4", sampling: [(1, 1), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:2:2", sampling: [(2, 1), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:4:0", sampling: [(1, 2), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:1:1", sampling: [(4, 1), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "RGB", sampling: [(1, 1), (1, 1), (1, 1)], isRGB: true),
        Libjpeg.Storage(name: "progressive 4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true),
        Libjpeg.Storage(name: "progressive gray", sampling: [(1, 1)], isProgressive: true),
        Libjpeg.Storage(name: "arithmetic 4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], isArithmetic: true),
        Libjpeg.Storage(name: "restart markers", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 3),
        Libjpeg.Storage(name: "a restart marker after each MCU", sampling: [(1, 1)], restartInterval: 1),
        Libjpeg.Storage(name: "tables of its own", sampling: [(2, 1), (1, 1), (1, 1)], hasOwnTables: true),
        Libjpeg.Storage(name: "16-bit quantization", sampling: [(2, 2), (1, 1), (1, 1)], quality: 1),
    ]

    /// Images of several scans: every kind of scan, alone and together, with and without restart markers.
    package static let scans: [Libjpeg.Storage] = {
        let sampling420: [(across: Int32, down: Int32)] = [(2, 2), (1, 1), (1, 1)]
        let apart = [Scan([0]), Scan([2]), Scan([1])]
        let pair = [Scan([0]), Scan([1, 2])]
        // No successive approximation: bands of coefficients, with their means one component at a time.
        let bands = [
            Scan([0], 0...0), Scan([1], 0...0), Scan([0], 1...9), Scan([2], 0...0), Scan([0], 10...63),
            Scan([1], 1...63), Scan([2], 1...63),
        ]
        // Each bit by itself, four bits of luma.
        let bits = [
            Scan([0, 1, 2], 0...0, bits: (0, 3)), Scan([0], 1...63, bits: (0, 4)), Scan([0], 1...63, bits: (4, 3)),
            Scan([0, 1, 2], 0...0, bits: (3, 2)), Scan([1], 1...20, bits: (0, 1)), Scan([0], 1...63, bits: (3, 2)),
            Scan([1], 21...63, bits: (0, 1)), Scan([0, 1], 0...0, bits: (2, 1)), Scan([2], 0...0, bits: (2, 1)),
            Scan([0], 1...63, bits: (2, 1)), Scan([2], 1...63), Scan([0, 1, 2], 0...0, bits: (1, 0)),
            Scan([1], 1...63, bits: (1, 0)), Scan([0], 1...5, bits: (1, 0)), Scan([0], 6...63, bits: (1, 0)),
        ]
        let gray = [Scan([0], 0...0, bits: (0, 1)), Scan([0], 1...63), Scan([0], 0...0, bits: (1, 0))]
        var all: [Libjpeg.Storage] = [
            Libjpeg.Storage(name: "a scan for each component", sampling: sampling420, scans: apart),
            Libjpeg.Storage(name: "chroma together", sampling: [(2, 1), (1, 1), (1, 1)], scans: pair),
            Libjpeg.Storage(name: "4:4:4 in scans", sampling: [(1, 1), (1, 1), (1, 1)], scans: apart),
            Libjpeg.Storage(name: "bands", sampling: sampling420, isProgressive: true, scans: bands),
            Libjpeg.Storage(name: "bits", sampling: sampling420, isProgressive: true, scans: bits),
            Libjpeg.Storage(
                name: "bits of 4:4:0", sampling: [(1, 2), (1, 1), (1, 1)], isProgressive: true, scans: bits),
            Libjpeg.Storage(
                name: "bits of 4:1:1", sampling: [(4, 1), (1, 1), (1, 1)], isProgressive: true, scans: bits),
            Libjpeg.Storage(name: "gray bits", sampling: [(1, 1)], isProgressive: true, scans: gray),
            Libjpeg.Storage(name: "gray with odd factors", sampling: [(2, 2)], isProgressive: true, scans: gray),
            Libjpeg.Storage(name: "progressive 4:4:4", sampling: [(1, 1), (1, 1), (1, 1)], isProgressive: true),
            Libjpeg.Storage(name: "progressive 4:2:2", sampling: [(2, 1), (1, 1), (1, 1)], isProgressive: true),
            Libjpeg.Storage(name: "best quality", sampling: sampling420, isProgressive: true, quality: 100),
            Libjpeg.Storage(name: "worst quality", sampling: sampling420, isProgressive: true, quality: 1),
        ]
        for interval: UInt32 in [1, 7, 10] {
            all.append(
                Libjpeg.Storage(
                    name: "restarts after \(interval)", sampling: sampling420, isProgressive: true,
                    restartInterval: interval))
            all.append(
                Libjpeg.Storage(
                    name: "scans with restarts after \(interval)", sampling: sampling420, restartInterval: interval,
                    scans: apart))
        }
        return all
    }()

    /// The storage kinds that are common in the tiles of TIFFs.
    package static let tiled = [
        Libjpeg.Storage(name: "gray", sampling: [(1, 1)]),
        Libjpeg.Storage(name: "4:4:4", sampling: [(1, 1), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:2:2", sampling: [(2, 1), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)]),
        Libjpeg.Storage(name: "RGB", sampling: [(1, 1), (1, 1), (1, 1)], isRGB: true),
        Libjpeg.Storage(name: "progressive 4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true),
        Libjpeg.Storage(name: "restart markers", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 3),
    ]
}
