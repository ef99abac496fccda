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

    /// The kinds that are common in the tiles of TIFFs.
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
