internal import ImageMetadata
internal import PixelKernels
internal import TilePyramid

/// Merges the passes of an interlaced image into rows.
///
/// Samples of less than 8 bits become bytes.
struct PNGPassMerging {
    /// The bytes of a row.
    let rowBytes: Int

    private let passes: [PNGPass]
    /// The number of rows of each pass that are there; nil when all are.
    private let complete: [Int]?
    private let width: Int
    private let depth: Int
    private let pixelBytes: Int

    /// Prepares for an image; `complete` has the number of rows of each pass that are there, nil if all are.
    init(_ header: PNGHeader, _ passes: [PNGPass], complete: [Int]?) {
        self.passes = passes
        self.complete = complete
        width = header.size.width
        depth = header.depth
        pixelBytes = max(1, header.depth * header.colorType.samples / 8)
        rowBytes = width * pixelBytes
    }

    /// Writes row `y`.
    ///
    /// Pixels of earlier passes stand for missing ones, as in an image that is being loaded.
    ///
    /// - Parameters:
    ///   - y: the row of the image.
    ///   - target: room for a row.
    ///   - line: returns the stored bytes of a row of a pass, by their indices.
    func merge(
        row y: Int, into target: UnsafeMutableRawPointer, line: (_ pass: Int, _ row: Int) -> UnsafeRawPointer
    ) {
        if complete != nil { target.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes) }
        for (index, pass) in passes.enumerated() {
            let (row, below) = (y - pass.origin.y).quotientAndRemainder(dividingBy: pass.step.y)
            guard y >= pass.origin.y, below < (complete == nil ? 1 : pass.block.height),
                row < complete?[index] ?? pass.size.height
            else { continue }
            let source = line(index, row)
            let first = target + pass.origin.x * pixelBytes
            if depth < 8 {
                spread(source, pass, to: first)
            } else {
                switch pixelBytes {
                case 1: copy(source, pass, to: first, 1)
                case 2: copy(source, pass, to: first, 2)
                case 3: copy(source, pass, to: first, 3)
                case 4: copy(source, pass, to: first, 4)
                case 6: copy(source, pass, to: first, 6)
                default: copy(source, pass, to: first, 8)
                }
            }
            if complete != nil { replicate(pass, in: target) }
        }
    }

    /// Copies the pixels of a pass to their columns.
    @inline(__always)
    private func copy(_ source: UnsafeRawPointer, _ pass: PNGPass, to target: UnsafeMutableRawPointer, _ size: Int) {
        guard pass.step.x > 1 else { return target.copyMemory(from: source, byteCount: pass.rowBytes) }
        for pixel in 0..<pass.size.width {
            let from = source + pixel &* size
            let to = target + pixel &* pass.step.x &* size
            for byte in 0..<size {
                to.storeBytes(of: from.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
            }
        }
    }

    /// Unpacks the pixels of a pass to their columns.
    private func spread(_ source: UnsafeRawPointer, _ pass: PNGPass, to target: UnsafeMutableRawPointer) {
        let mask = UInt8(truncatingIfNeeded: (1 << depth) - 1)
        for pixel in 0..<pass.size.width {
            let position = pixel &* depth
            let byte = source.load(fromByteOffset: position &>> 3, as: UInt8.self)
            let shift = UInt8(truncatingIfNeeded: 8 &- depth &- position & 7)
            target.storeBytes(of: byte &>> shift & mask, toByteOffset: pixel &* pass.step.x, as: UInt8.self)
        }
    }

    /// Repeats the pixels of a pass over the columns that they stand for.
    private func replicate(_ pass: PNGPass, in target: UnsafeMutableRawPointer) {
        for pixel in 0..<pass.size.width {
            let column = pass.origin.x + pixel * pass.step.x
            for next in column + 1..<max(column + 1, min(column + pass.block.width, width)) {
                (target + next * pixelBytes).copyMemory(from: target + column * pixelBytes, byteCount: pixelBytes)
            }
        }
    }
}
