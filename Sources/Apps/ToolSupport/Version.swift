/// The version of the package's tools.
public enum Version {
    /// The version number, by semantic versioning (https://semver.org).
    public static let number = "0.1.0"
}
