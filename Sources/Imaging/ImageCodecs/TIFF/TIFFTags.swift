internal import CTIFF

/// The tags of the page that libtiff has in hand, each as one type.
struct TIFFTags {
    private let file: TIFFFile

    init(_ file: TIFFFile) {
        self.file = file
    }

    /// `TIFFGetField` of a tag of one 16-bit value; nil when the file lacks it.
    func uint16(_ tag: Int32) -> Int? {
        var value: UInt16 = 0
        return file.withHandle { ctiff_get_uint16($0, UInt32(tag), &value) } != 0 ? Int(value) : nil
    }

    /// The same for a tag that has a default, which the specification gives.
    func uint16OrDefault(_ tag: Int32) -> Int {
        var value: UInt16 = 0
        return file.withHandle { ctiff_get_uint16_or_default($0, UInt32(tag), &value) } != 0 ? Int(value) : 0
    }

    /// `TIFFGetField` of a tag of one 32-bit value; nil when the file lacks it.
    func uint32(_ tag: Int32) -> UInt32? {
        var value: UInt32 = 0
        return file.withHandle { ctiff_get_uint32($0, UInt32(tag), &value) } != 0 ? value : nil
    }

    /// `TIFFGetField` of SMinSampleValue or SMaxSampleValue: the least or the greatest of all samples' values.
    func double(_ tag: Int32) -> Double? {
        var value = 0.0
        return file.withHandle { ctiff_get_double($0, UInt32(tag), &value) } != 0 ? value : nil
    }

    /// What each of a page's extra samples is; unspecified for those that the file says nothing about.
    func extraSamples(_ count: Int) -> [Int] {
        var kinds = [Int](repeating: Int(EXTRASAMPLE_UNSPECIFIED), count: count)
        var stored: UInt16 = 0
        var values: UnsafeMutablePointer<UInt16>?
        let isThere = file.withHandle {
            ctiff_get_uint16_array($0, UInt32(TIFFTAG_EXTRASAMPLES), &stored, &values) != 0
        }
        guard isThere, let values else { return kinds }
        for index in 0..<min(count, Int(stored)) {
            kinds[index] = Int(values[index])
        }
        return kinds
    }

    /// The bytes of a tag such as the ICC profile; nil when the file lacks it.
    func bytes(_ tag: Int32) -> [UInt8]? {
        var count: UInt32 = 0
        var bytes: UnsafeMutablePointer<UInt8>?
        let isThere = file.withHandle { ctiff_get_bytes($0, UInt32(tag), &count, &bytes) != 0 }
        guard isThere, let bytes, count > 0 else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
