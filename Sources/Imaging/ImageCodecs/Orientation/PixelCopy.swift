internal import ImageMetadata
internal import TilePyramid

/// Reverses and transposes pixels of 1 to 8 bytes.
enum PixelCopy {
    /// Copies a row of pixels in reverse order.
    static func copyReversed(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, bytesPerPixel: Int
    ) {
        transpose(
            source, columns: 1, rows: count, bytesPerPixel: bytesPerPixel, to: target, stride: 0,
            lastColumnFirst: false, lastRowFirst: true)
    }

    /// Copies a block of pixels with its columns as rows.
    ///
    /// - Parameters:
    ///   - source: the block, its rows without gaps.
    ///   - columns: its width, and the number of rows written.
    ///   - rows: its height, and the number of pixels written into each row.
    ///   - bytesPerPixel: 1, 2, 3, 4, 6 or 8.
    ///   - target: the first pixel of the first row.
    ///   - stride: the bytes from one written row to the next.
    ///   - lastColumnFirst: makes the last column the first row.
    ///   - lastRowFirst: puts the pixels of the last row first.
    static func transpose(
        _ source: UnsafeRawPointer, columns: Int, rows: Int, bytesPerPixel: Int,
        to target: UnsafeMutableRawPointer, stride: Int, lastColumnFirst: Bool, lastRowFirst: Bool
    ) {
        // One loop for each pixel size, so that a pixel moves as one to three values instead of byte by byte.
        func move<Unit: BitwiseCopyable>(_: Unit.Type, units: Int) {
            let size = MemoryLayout<Unit>.size
            for column in 0..<columns {
                var from = source + column * bytesPerPixel
                let line = target + (lastColumnFirst ? columns - 1 - column : column) * stride
                var to = lastRowFirst ? line + (rows - 1) * bytesPerPixel : line
                let step = lastRowFirst ? -bytesPerPixel : bytesPerPixel
                for _ in 0..<rows {
                    for unit in 0..<units {
                        let value = from.loadUnaligned(fromByteOffset: unit * size, as: Unit.self)
                        to.storeBytes(of: value, toByteOffset: unit * size, as: Unit.self)
                    }
                    from += columns * bytesPerPixel
                    to += step
                }
            }
        }
        switch bytesPerPixel {
        case 1: move(UInt8.self, units: 1)
        case 2: move(UInt16.self, units: 1)
        case 3: move(UInt8.self, units: 3)
        case 4: move(UInt32.self, units: 1)
        case 6: move(UInt16.self, units: 3)
        default: move(UInt64.self, units: 1)
        }
    }

    /// Turns a block of pixels upright.
    ///
    /// - Parameters:
    ///   - source: the stored block, its rows without gaps.
    ///   - size: its size as it is stored.
    ///   - bytesPerPixel: 1, 2, 3, 4, 6 or 8.
    ///   - orientation: the rotation and mirroring.
    ///   - target: the first pixel of the upright block.
    ///   - stride: the bytes from one upright row to the next.
    static func turn(
        _ source: UnsafeRawPointer, size: PixelSize, bytesPerPixel: Int, by orientation: Orientation,
        to target: UnsafeMutableRawPointer, stride: Int
    ) {
        guard !orientation.transposes else {
            return transpose(
                source, columns: size.width, rows: size.height, bytesPerPixel: bytesPerPixel, to: target,
                stride: stride, lastColumnFirst: orientation.reversesRows, lastRowFirst: orientation.reversesColumns)
        }
        let rowBytes = size.width * bytesPerPixel
        for row in 0..<size.height {
            let from = source + row * rowBytes
            let to = target + (orientation.reversesRows ? size.height - 1 - row : row) * stride
            if orientation.reversesColumns {
                copyReversed(from, to: to, count: size.width, bytesPerPixel: bytesPerPixel)
            } else {
                to.copyMemory(from: from, byteCount: rowBytes)
            }
        }
    }
}
