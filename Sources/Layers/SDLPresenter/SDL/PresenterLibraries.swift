internal import CSDL2

/// The library of windows and events.
package enum PresenterLibraries {
    /// The name and version of the library on this system.
    package static var versions: [String] {
        var version = SDL_version()
        SDL_GetVersion(&version)
        return ["SDL \(version.major).\(version.minor).\(version.patch)"]
    }
}
