internal import CTIFF

/// Reads the tags of libtiff's current directory, each as one type.
struct TIFFTags {
    let file: TIFFFile

    init(_ file: TIFFFile) {
        self.file = file
    }

    /// The 16-bit value of a tag (`TIFFGetField`); nil when it is absent.
    func uint16(_ tag: Int32) -> Int? {
        var value: UInt16 = 0
        return file.withHandle { ctiff_get_uint16($0, UInt32(tag), &value) } != 0 ? Int(value) : nil
    }

    /// The 16-bit value of a tag or the specification's default (`TIFFGetFieldDefaulted`).
    func uint16OrDefault(_ tag: Int32) -> Int {
        var value: UInt16 = 0
        return file.withHandle { ctiff_get_uint16_or_default($0, UInt32(tag), &value) } != 0 ? Int(value) : 0
    }

    /// The 32-bit value of a tag (`TIFFGetField`); nil when it is absent.
    func uint32(_ tag: Int32) -> UInt32? {
        var value: UInt32 = 0
        return file.withHandle { ctiff_get_uint32($0, UInt32(tag), &value) } != 0 ? value : nil
    }

    /// SMinSampleValue or SMaxSampleValue (`TIFFGetField`): the minimum or maximum over all samples.
    func double(_ tag: Int32) -> Double? {
        var value = 0.0
        return file.withHandle { ctiff_get_double($0, UInt32(tag), &value) } != 0 ? value : nil
    }

    /// The types of a page's extra samples; unspecified for samples that the file does not declare.
    ///
    /// A fourth sample of RGB is alpha where the file declares nothing, as OpenCV writes it; other readers take it so.
    func extraSamples(_ count: Int) -> [Int] {
        var kinds = [Int](repeating: Int(EXTRASAMPLE_UNSPECIFIED), count: count)
        var stored: UInt16 = 0
        var values: UnsafeMutablePointer<UInt16>?
        let isThere = file.withHandle {
            ctiff_get_uint16_array($0, UInt32(TIFFTAG_EXTRASAMPLES), &stored, &values) != 0
        }
        guard isThere, let values else {
            let isRGB = count == 1 && uint16(TIFFTAG_PHOTOMETRIC).map { Int32($0) } == PHOTOMETRIC_RGB
            return isRGB ? [Int(EXTRASAMPLE_UNASSALPHA)] : kinds
        }
        for index in 0..<min(count, Int(stored)) {
            kinds[index] = Int(values[index])
        }
        return kinds
    }

    /// The red, green and blue values of a palette of `count` colors (ColorMap); nil when it is absent.
    func colorMap(_ count: Int) -> [[UInt16]]? {
        var red: UnsafeMutablePointer<UInt16>?
        var green: UnsafeMutablePointer<UInt16>?
        var blue: UnsafeMutablePointer<UInt16>?
        let isThere = file.withHandle { ctiff_get_palette($0, &red, &green, &blue) != 0 }
        guard isThere, let red = UnsafePointer(red), let green = UnsafePointer(green), let blue = UnsafePointer(blue)
        else { return nil }
        return [red, green, blue].map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// The bytes of a tag such as the ICC profile; nil when it is absent.
    func bytes(_ tag: Int32) -> [UInt8]? {
        var count: UInt32 = 0
        var bytes: UnsafeMutablePointer<UInt8>?
        let isThere = file.withHandle { ctiff_get_bytes($0, UInt32(tag), &count, &bytes) != 0 }
        guard isThere, let bytes, count > 0 else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
