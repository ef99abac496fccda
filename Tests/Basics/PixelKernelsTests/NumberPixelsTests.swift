import PixelKernels
import TestLimits
import Testing

@Suite(.timeLimited) struct `Pixels that hold numbers` {
    private func pixels(_ numbers: [UInt32?], hasAlpha: Bool) -> [UInt8] {
        numbers.flatMap { number in
            let value = number ?? 0
            let color = [value >> 16, value >> 8, value].map { UInt8(truncatingIfNeeded: $0) }
            return color + (hasAlpha ? [number == nil ? 0 : 255] : [])
        }
    }

    private func numbers(_ pixels: [UInt8], hasAlpha: Bool) -> [UInt32?] {
        let step = hasAlpha ? 4 : 3
        return stride(from: 0, to: pixels.count, by: step).map { start in
            let number = pixels[start..<start + 3].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            return hasAlpha && pixels[start + 3] == 0 ? nil : number
        }
    }

    /// Three pixels between four.
    private func resampled(_ row: [UInt8], _ layout: PixelLayout) -> [UInt8] {
        let resampler = RowResampler(layout: layout, width: 4, columns: 0..<3, holdsNumbers: true) {
            ResamplingWindow(linearAt: Double($0) + 1, length: 4)
        }
        var scratch = [RowResampler.Pixel](repeating: .zero, count: 4)
        var held = [RowResampler.Pixel](repeating: .zero, count: 3)
        var output = [UInt8](repeating: 0, count: 3 * layout.bytesPerPixel)
        row.withUnsafeBytes { row in
            scratch.withUnsafeMutableBufferPointer { scratch in
                held.withUnsafeMutableBufferPointer { held in
                    output.withUnsafeMutableBytes { output in
                        guard let source = row.baseAddress, let memory = scratch.baseAddress,
                            let pixels = held.baseAddress, let target = output.baseAddress
                        else { return }
                        resampler.resample(source, scratch: memory, into: pixels)
                        resampler.blend([pixels], weights: [1][...], into: target)
                    }
                }
            }
        }
        return output
    }

    @Test(arguments: [PixelLayout(.rgb), PixelLayout(.rgba)])
    func `Resampled numbers lie between their neighbors`(layout: PixelLayout) {
        let hasAlpha = layout.channels.hasAlpha
        let output = resampled(pixels([0xFFFF, 0x10001, 0x10003, 0x10005], hasAlpha: hasAlpha), layout)
        #expect(numbers(output, hasAlpha: hasAlpha) == [0x10000, 0x10002, 0x10004])
    }

    @Test func `A pixel that has a part of a number has it, and no part of what has none`() {
        let output = resampled(pixels([nil, 0x1_86A0, nil, nil], hasAlpha: true), PixelLayout(.rgba))
        #expect(output == pixels([0x1_86A0, 0x1_86A0, nil], hasAlpha: true))
    }
}
