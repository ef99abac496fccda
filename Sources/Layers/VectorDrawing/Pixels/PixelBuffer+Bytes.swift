internal import PixelKernels
public import TilePyramid

extension PixelBuffer {
    /// Creates a buffer from an array of bytes in sRGB.
    ///
    /// Straight colors are multiplied by alpha and rounded to nearest. Premultiplied ones that are greater than their alpha
    /// become equal to it.
    ///
    /// - Parameters:
    ///   - size: width and height in pixels; at least 1.
    ///   - bytes: the samples of all pixels, without padding between rows.
    ///   - format: the order of samples and rows, and the meaning of alpha; the default is ``PixelByteFormat/rgba``.
    /// - Throws: ``PixelByteCountError`` if the array is not as long as the size and the format say.
    public convenience init(
        size: PixelSize, bytes: [UInt8], format: PixelByteFormat = .rgba
    ) throws(PixelByteCountError) {
        guard format.byteCount(of: size) == bytes.count else {
            throw PixelByteCountError(count: bytes.count, size: size, format: format)
        }
        let rowBytes = size.width * format.samples.count
        self.init(size: size, isOpaque: format.samples.hasAlpha ? nil : true) { pixels in
            bytes.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress, let target = pixels.baseAddress else { return }
                for row in 0..<size.height {
                    let place = format.rowOrder == .topDown ? row : size.height - 1 - row
                    format.read(source + place * rowBytes, count: size.width, into: target + row * size.width)
                }
            }
        }
    }

    /// Returns the pixels as an array of bytes.
    ///
    /// Straight colors of translucent pixels are rounded to nearest, and those of transparent ones are black. Formats without
    /// alpha have the pixels over black. Gray is the luma of BT.601.
    ///
    /// - Parameter format: the order of samples and rows, and the meaning of alpha; the default is ``PixelByteFormat/rgba``.
    /// - Returns: the bytes, row by row without gaps.
    /// - Complexity: O(pixels).
    public func bytes(_ format: PixelByteFormat = .rgba) -> [UInt8] {
        let rowBytes = size.width * format.samples.count
        return withPixels { pixels in
            [UInt8](unsafeUninitializedCapacity: rowBytes * size.height) { bytes, count in
                count = rowBytes * size.height
                guard let source = pixels.baseAddress, let target = bytes.baseAddress else { return }
                for row in 0..<size.height {
                    let place = format.rowOrder == .topDown ? row : size.height - 1 - row
                    format.write(source + row * size.width, count: size.width, to: target + place * rowBytes)
                }
            }
        }
    }
}

extension PixelByteFormat {
    /// Converts a row of bytes to premultiplied pixels.
    fileprivate func read(_ bytes: UnsafeRawPointer, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
        let channels: PixelLayout.Channels
        switch samples {
        case .gray: channels = .gray
        case .grayAlpha: channels = .grayAlpha
        case .rgb: channels = .rgb
        case .rgba, .bgra: channels = .rgba
        }
        guard samples == .bgra || isPremultiplied && samples.hasAlpha else {
            _ = PremultipliedPixels.write(bytes, channels: channels, count: count, into: pixels)
            return
        }
        let step = samples.count
        for index in 0..<count {
            let pixel = UnsafeRawBufferPointer(start: bytes + index * step, count: step)
            let alpha = pixel[step - 1]
            func sample(_ place: Int) -> UInt32 { UInt32(isPremultiplied ? min(pixel[place], alpha) : pixel[place]) }
            let red = sample(samples == .bgra ? 2 : 0)
            let green = sample(samples == .grayAlpha ? 0 : 1)
            let blue = sample(samples == .rgba ? 2 : 0)
            pixels[index] = UInt32(alpha) << 24 | red << 16 | green << 8 | blue
        }
        if !isPremultiplied { _ = PremultipliedPixels.premultiply(pixels, count: count) }
    }

    /// Converts a row of premultiplied pixels to bytes.
    fileprivate func write(_ pixels: UnsafePointer<UInt32>, count: Int, to bytes: UnsafeMutablePointer<UInt8>) {
        switch (samples, isPremultiplied) {
        case (.rgb, _): return StraightPixels.writeRGB(pixels, count: count, into: bytes)
        case (.rgba, false): return StraightPixels.writeRGBA(pixels, count: count, into: bytes)
        default: break
        }
        let step = samples.count
        for index in 0..<count {
            let pixel = pixels[index]
            let alpha = pixel >> 24
            func color(_ shift: UInt32) -> UInt32 {
                let value = pixel >> shift & 255
                guard samples.hasAlpha, !isPremultiplied else { return value }
                return alpha == 0 ? 0 : min(255, (value * 255 + alpha / 2) / alpha)
            }
            let red = color(16)
            let green = color(8)
            let blue = color(0)
            let target = bytes + index * step
            switch samples {
            case .gray, .grayAlpha: target[0] = UInt8((299 * red + 587 * green + 114 * blue + 500) / 1000)
            case .rgb, .rgba:
                target[0] = UInt8(red)
                target[1] = UInt8(green)
                target[2] = UInt8(blue)
            case .bgra:
                target[0] = UInt8(blue)
                target[1] = UInt8(green)
                target[2] = UInt8(red)
            }
            if samples.hasAlpha { target[step - 1] = UInt8(alpha) }
        }
    }
}
