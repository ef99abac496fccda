internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension PNGImageSource {
    /// Reads an image that is stored in the passes of Adam7: keeps all passes, then puts bands of rows together.
    func readPasses(_ blocks: PNGRowBlocks, _ body: (PixelBand) throws -> Void) throws {
        let store = try PNGPassStore(passes, name: name)
        let complete = try keepPasses(blocks, in: store)
        let isWhole = zip(passes, complete).allSatisfy { $0.size.height == $1 }
        let merging = PNGPassMerging(chunks.header, passes, complete: isWhole ? nil : complete)
        let rowBytes = merging.rowBytes
        // Whole cells of the pattern, which has eight rows.
        let bandRows = max(1, PNGRowBlocks.blockBytes / max(1, rowBytes) / 8) * 8
        var merged = ScratchBuffer()
        var stored = ScratchBuffer()
        for top in stride(from: 0, to: info.size.height, by: bandRows) {
            let rows = top..<min(top + bandRows, info.size.height)
            let target = try merged.reserve(rows.count * rowBytes)
            let parts = passes.enumerated().map { index, pass in
                pass.rows(in: rows).clamped(to: 0..<complete[index])
            }
            var offsets: [Int] = []
            var total = 0
            for (pass, part) in zip(passes, parts) {
                offsets.append(total)
                total += part.count * pass.rowBytes
            }
            let source = try stored.reserve(total)
            for (index, part) in parts.enumerated() where !part.isEmpty {
                try store.read(part, of: index, into: source + offsets[index])
            }
            try inPieces(rows.count, rowBytes: rowBytes) { row in
                merging.merge(row: top + row, into: target + row * rowBytes) { pass, line in
                    UnsafeRawPointer(source + offsets[pass] + (line - parts[pass].lowerBound) * passes[pass].rowBytes)
                }
            }
            try deliver(rows, target, stride: rowBytes, missing: [], body)
        }
    }

    /// Decodes all passes; returns the number of rows of each that are there.
    private func keepPasses(_ blocks: PNGRowBlocks, in store: PNGPassStore) throws -> [Int] {
        let unfiltering = try PNGUnfiltering(passes, bytesPerPixel: bytesPerPixel)
        var complete = passes.map { _ in 0 }
        while let block = blocks.take() {
            defer { blocks.recycle(block) }
            // What follows a row that cannot be read is as good as missing.
            var readable = block.rows
            try unfiltering.run(block) { row, problem in
                try accept(problem)
                readable = readable.lowerBound..<min(readable.upperBound, row)
            }
            let rowBytes = passes[block.pass].rowBytes
            for index in 0..<readable.count {
                (block.base + index * rowBytes).copyMemory(
                    from: block.base + index * block.stride + 1, byteCount: rowBytes)
            }
            try store.write(readable, of: block.pass, UnsafeRawPointer(block.base))
            complete[block.pass] = readable.upperBound
            guard readable == block.rows else { break }
            if let problem = block.problem { try accept(problem) }
        }
        return complete
    }
}
