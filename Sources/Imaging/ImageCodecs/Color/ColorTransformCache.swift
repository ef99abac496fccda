internal import Concurrency

/// Keeps the last few transforms, because the tiles of a pyramid, and the pages of a document, have the same profile.
///
/// Preparing a transform takes up to 20 ms, and checking that a profile is not sRGB a few more.
enum ColorTransformCache {
    /// The purpose of a transform: a profile, and the samples to convert.
    struct Key: Hashable {
        /// The bytes of the ICC profile.
        var profile: [UInt8]
        /// The samples that are converted.
        var samples: ColorTransform.Samples
    }

    /// The number of transforms kept; each may take a megabyte, and so may its profile.
    static let limit = 4

    private static let recent = Locked<[(key: Key, transform: ColorTransform)]>([])

    /// Returns a transform that has been made before; nil if there is none.
    static func existing(_ key: Key) -> ColorTransform? {
        recent.withLock { recent in
            guard let index = recent.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = recent.remove(at: index)
            recent.append(entry)
            return entry.transform
        }
    }

    /// Finds a transform, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - key: the purpose of the transform.
    ///   - file: the image's name for error messages.
    /// - Returns: the transform; nil when the profile is damaged or has other channels.
    /// - Throws: ``CodecError`` when Little CMS cannot be loaded.
    static func transform(_ key: Key, file: String) throws -> ColorTransform? {
        if let existing = existing(key) { return existing }
        guard let made = try ColorTransform(profile: key.profile, key.samples, file: file) else { return nil }
        recent.withLock { recent in
            if recent.count >= limit { recent.removeFirst() }
            recent.append((key, made))
        }
        return made
    }
}
