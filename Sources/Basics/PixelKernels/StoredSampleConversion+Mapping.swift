extension StoredSampleConversion {
    /// The value that each stored value becomes.
    enum Mapping: Equatable, Sendable {
        /// Itself.
        case identity
        /// The nearest 8-bit value of a 16-bit one.
        case narrowing
        /// The value in a table of bytes.
        case bytes([UInt8])
        /// The value in a table of 16-bit values.
        case words([UInt16])

        /// The mapping of 0 to 2^bits − 1, inverted first if asked for, from black…white to 0…full.
        init(bits: Int, isInverted: Bool, black: Double, white: Double, depth: PixelLayout.Depth) {
            let greatest = (1 << bits) - 1
            let isFull = black == 0 && white == Double(greatest) && !isInverted
            if isFull, bits == depth.rawValue {
                self = .identity
                return
            }
            if isFull, bits == 16 {
                self = .narrowing
                return
            }
            let full = Double((1 << depth.rawValue) - 1)
            func delivered(_ value: Int) -> Int {
                let value = Double(isInverted ? greatest - value : value)
                let scaled = ((value - black) * full / (white - black)).rounded()
                return Int(min(max(scaled, 0), full))
            }
            switch depth {
            case .eight: self = .bytes((0...greatest).map { UInt8(delivered($0)) })
            case .sixteen: self = .words((0...greatest).map { UInt16(delivered($0)) })
            }
        }

        /// Maps `count` samples, each `stride` after the one before it, on both sides.
        func apply<Sample: SampleValue, Delivered: SampleValue>(
            _ samples: UnsafeMutablePointer<Sample>, to target: UnsafeMutablePointer<Delivered>, count: Int,
            stride: Int = 1
        ) {
            switch self {
            case .identity:
                for index in 0..<count {
                    target[index &* stride] = Delivered(truncatingIfNeeded: samples[index &* stride])
                }
            case .narrowing:
                narrow(samples, to: target, count: count, stride: stride)
            case .bytes(let table):
                table.withUnsafeBufferPointer { look(up: samples, in: $0, to: target, count: count, stride: stride) }
            case .words(let table):
                table.withUnsafeBufferPointer { look(up: samples, in: $0, to: target, count: count, stride: stride) }
            }
        }

        /// The nearest integer to v ÷ 257, without a division: (255 v + 32895) ÷ 65536, exact for all 65536 values.
        private func narrow<Sample: SampleValue, Delivered: SampleValue>(
            _ samples: UnsafeMutablePointer<Sample>, to target: UnsafeMutablePointer<Delivered>, count: Int,
            stride: Int
        ) {
            func narrowed(_ sample: Sample) -> Delivered {
                Delivered(truncatingIfNeeded: (UInt32(truncatingIfNeeded: sample) &* 255 &+ 32895) &>> 16)
            }
            guard stride == 1 else {
                for index in 0..<count {
                    target[index &* stride] = narrowed(samples[index &* stride])
                }
                return
            }
            // Apart from the loop above so that the compiler makes vectors of it.
            for index in 0..<count {
                target[index] = narrowed(samples[index])
            }
        }

        private func look<Sample: SampleValue, Entry: SampleValue, Delivered: SampleValue>(
            up samples: UnsafeMutablePointer<Sample>, in table: UnsafeBufferPointer<Entry>,
            to target: UnsafeMutablePointer<Delivered>, count: Int, stride: Int
        ) {
            guard let table = table.baseAddress else { return }
            for index in 0..<count {
                let entry = table[Int(truncatingIfNeeded: samples[index &* stride])]
                target[index &* stride] = Delivered(truncatingIfNeeded: entry)
            }
        }
    }
}
