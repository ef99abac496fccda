package import TilePyramid

/// The parts of a GIF's screen that its frames cover (GIF89a specification).
package enum GIFFrames {
    /// Returns the rectangles drawn on up to a frame: the frame's own, and those of earlier frames that remain.
    ///
    /// - Parameters:
    ///   - frame: the index of the frame, counted from 0.
    ///   - bytes: the file.
    /// - Returns: the rectangles, relative to the screen; fewer if the file ends early.
    /// - Complexity: O(n) for n blocks up to the frame.
    package static func rects(shownWith frame: Int, in bytes: ImageBytes) -> [PixelRect] {
        var blocks = GIFBlocks(bytes)
        var rects: [PixelRect] = []
        var restoresPrevious = false
        var index = 0
        while let block = blocks.next() {
            switch block {
            case .control(let disposal): restoresPrevious = disposal == restoreToPrevious
            case .image(let rect):
                if index == frame || !restoresPrevious { rects.append(rect) }
                if index == frame { return rects }
                restoresPrevious = false
                index += 1
            }
        }
        return rects
    }

    /// The disposal method of a frame that is removed before the next one is drawn.
    private static let restoreToPrevious = 3
}

/// Reads a GIF block by block.
private struct GIFBlocks {
    enum Block {
        /// A graphic control extension with its disposal method.
        case control(disposal: Int)
        /// An image descriptor with its rectangle.
        case image(PixelRect)
    }

    private let bytes: ImageBytes
    private var offset: Int
    /// A part of the file, and the offset of its first byte.
    private var window: [UInt8] = []
    private var windowStart = 0
    private static let windowBytes = 1 << 14

    /// Skips the header, the logical screen descriptor and the global color table.
    init(_ bytes: ImageBytes) {
        self.bytes = bytes
        offset = 13
        offset += Self.tableBytes(byte(at: 10) ?? 0)
    }

    mutating func next() -> Block? {
        while let introducer = byte(at: offset) {
            switch introducer {
            case 0x21:
                let label = byte(at: offset + 1)
                let packed = byte(at: offset + 3)
                offset += 2
                skipSubBlocks()
                // Checked: three bits.
                if label == 0xF9, let packed { return .control(disposal: Int(packed >> 2 & 7)) }
            case 0x2C:
                let descriptor = (1...9).compactMap { byte(at: offset + $0) }
                guard descriptor.count == 9 else { return nil }
                func value(_ index: Int) -> Int { Int(descriptor[index]) | Int(descriptor[index + 1]) << 8 }
                // After the descriptor, the local color table and the size of the codes.
                offset += 10 + Self.tableBytes(descriptor[8]) + 1
                skipSubBlocks()
                return .image(PixelRect(x: value(0), y: value(2), width: value(4), height: value(6)))
            default: return nil
            }
        }
        return nil
    }

    /// The size of the color table that packed fields declare.
    // Checked: three bits.
    private static func tableBytes(_ packed: UInt8) -> Int { packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1) }

    private mutating func skipSubBlocks() {
        while let count = byte(at: offset), count > 0 {
            // Checked: one byte, and the offset lies within the file.
            offset += 1 + Int(count)
        }
        offset += 1
    }

    private mutating func byte(at offset: Int) -> UInt8? {
        if !window.indices.contains(offset - windowStart) {
            windowStart = offset
            window = bytes.read(at: offset, count: Self.windowBytes)
        }
        return window.first.map { _ in window[offset - windowStart] }
    }
}
